import { useState } from 'react';
import { Anchor, Button, Stack, Text } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { IconCopy } from '@tabler/icons-react';
import { toApiError } from '@/shared/api/errors';
import { secondFactorSchema } from '@/shared/api/verify-second-factor';
import { focusFirstError } from '@/shared/forms/focus-first-error';
import { SecondFactorField } from '@/shared/forms/SecondFactorField';
import { account } from '@/shared/i18n/account.messages';
import { common } from '@/shared/i18n/common.messages';
import { describeError } from '@/shared/i18n/errors.messages';
import { BusyButton } from '@/shared/ui/BusyButton';
import { ButtonRow } from '@/shared/ui/ButtonRow';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { notifySuccess } from '@/shared/ui/notify';
import { useConfirmEnrolment, type Enrolment } from '../api/enrol-factor';
import classes from './SecondFactors.module.css';

const words = account.enrolment;

interface EnrolmentConfirmationProps {
  enrolment: Enrolment;
  onDone: () => void;
  onLeave: () => void;
}

/** Shows the secret to the authenticator, and takes its first code. */
export function EnrolmentConfirmation({ enrolment, onDone, onLeave }: EnrolmentConfirmationProps) {
  // Controlled, so that a code that was refused is wiped without taking the focus away.
  const form = useForm({
    initialValues: { code: '' },
    validate: schemaResolver(secondFactorSchema, { sync: true }),
    transformValues: (values) => secondFactorSchema.parse(values),
  });
  const confirmation = useConfirmEnrolment();
  const { error } = confirmation;
  const isGone = error !== null && toApiError(error).code === 'mfa_factor_not_found';

  function confirm(code: string) {
    const onSuccess = () => {
      notifySuccess(words.done(enrolment.name));
      onDone();
    };
    confirmation.mutate({ id: enrolment.id, code }, { onSuccess, onError: () => form.setFieldValue('code', '') });
  }

  return (
    <form noValidate onSubmit={form.onSubmit(({ code }) => confirm(code), focusFirstError(form))}>
      <Stack>
        <Text>{words.scan}</Text>
        <img className={classes.qrCode} src={enrolment.qrCode} alt={words.qrCode} />
        <Anchor href={enrolment.uri} lh="44px" ta="center">
          {words.openApp}
        </Anchor>
        <Secret secret={enrolment.secret} />
        {error ? <ErrorBanner message={isGone ? words.gone : describeError(error)} /> : null}
        <SecondFactorField description={words.codeHint} {...form.getInputProps('code')} />
        <ButtonRow justify="flex-end">
          <Button variant="default" onClick={onLeave}>
            {common.actions.cancel}
          </Button>
          <BusyButton type="submit" isBusy={confirmation.isPending} busyLabel={words.confirming}>
            {words.confirm}
          </BusyButton>
        </ButtonRow>
      </Stack>
    </form>
  );
}

/** In groups of four, as one copies it by hand. */
function Secret({ secret }: { secret: string }) {
  const [problem, setProblem] = useState<string | null>(null);

  async function copy() {
    try {
      await navigator.clipboard.writeText(secret);
      notifySuccess(words.copied);
    } catch {
      setProblem(words.copyFailed);
    }
  }

  return (
    <Stack gap="xs">
      <Text size="sm">{words.orType}</Text>
      <output className={classes.secret} aria-label={words.secret}>
        {secret.match(/.{1,4}/g)?.join(' ')}
      </output>
      <Button variant="subtle" leftSection={<IconCopy size={18} aria-hidden />} onClick={() => void copy()}>
        {words.copy}
      </Button>
      {problem ? <ErrorBanner message={problem} /> : null}
    </Stack>
  );
}
