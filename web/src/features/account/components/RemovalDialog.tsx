import type { RefObject } from 'react';
import { Button, Modal, Stack, Text } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { toApiError } from '@/shared/api/errors';
import { secondFactorSchema } from '@/shared/api/verify-second-factor';
import { focusFirstError } from '@/shared/forms/focus-first-error';
import { SecondFactorField } from '@/shared/forms/SecondFactorField';
import { useFocusReturn } from '@/shared/hooks/use-focus-return';
import { account } from '@/shared/i18n/account.messages';
import { common } from '@/shared/i18n/common.messages';
import { describeError } from '@/shared/i18n/errors.messages';
import { BusyButton } from '@/shared/ui/BusyButton';
import { ButtonRow } from '@/shared/ui/ButtonRow';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { notifySuccess } from '@/shared/ui/notify';
import type { SecondFactor } from '../api/list-factors';
import { useRemoveFactor } from '../api/remove-factor';

const words = account.removal;

interface RemovalDialogProps {
  factor: SecondFactor;
  isLast: boolean;
  /** Where the focus goes on once the device is gone, and its button with it. */
  goOnAt: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Asks before a device is removed, and for a code where the server wants one. */
export function RemovalDialog({ factor, isLast, goOnAt, onClose }: RemovalDialogProps) {
  useFocusReturn(goOnAt);
  const name = factor.name || account.factors.unnamed;
  const removal = useRemoveFactor();

  function remove(code?: string) {
    const onSuccess = () => {
      notifySuccess(words.done(name));
      onClose();
    };
    removal.mutate(code === undefined ? { id: factor.id } : { id: factor.id, code }, { onSuccess });
  }

  const asked = removal.error !== null && toApiError(removal.error).code === 'insufficient_aal';
  const needsCode = asked || removal.variables?.code !== undefined;
  return (
    <Modal opened onClose={onClose} title={words.title} closeButtonProps={{ 'aria-label': common.actions.close }}>
      <Stack>
        <Text>{isLast ? words.last(name) : words.other(name)}</Text>
        {removal.error && !asked ? <ErrorBanner message={words.failed(describeError(removal.error))} /> : null}
        {needsCode ? (
          <WithCode isBusy={removal.isPending} onSubmit={remove} onClose={onClose} />
        ) : (
          <ButtonRow justify="flex-end">
            <Button variant="default" onClick={onClose} data-autofocus>
              {common.actions.cancel}
            </Button>
            <BusyButton color="red" isBusy={removal.isPending} busyLabel={words.busy} onClick={() => remove()}>
              {account.factors.remove}
            </BusyButton>
          </ButtonRow>
        )}
      </Stack>
    </Modal>
  );
}

interface WithCodeProps {
  isBusy: boolean;
  onSubmit: (code: string) => void;
  onClose: () => void;
}

function WithCode({ isBusy, onSubmit, onClose }: WithCodeProps) {
  const form = useForm({
    initialValues: { code: '' },
    validate: schemaResolver(secondFactorSchema, { sync: true }),
    transformValues: (values) => secondFactorSchema.parse(values),
  });
  return (
    <form noValidate onSubmit={form.onSubmit(({ code }) => onSubmit(code), focusFirstError(form))}>
      <Stack>
        <Text>{words.codeNeeded}</Text>
        <SecondFactorField {...form.getInputProps('code')} />
        <ButtonRow justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {common.actions.cancel}
          </Button>
          <BusyButton type="submit" color="red" isBusy={isBusy} busyLabel={words.busy}>
            {account.factors.remove}
          </BusyButton>
        </ButtonRow>
      </Stack>
    </form>
  );
}
