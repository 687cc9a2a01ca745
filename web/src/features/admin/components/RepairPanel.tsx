import { Card, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { admin } from '@/shared/i18n/admin.messages';
import { describeError } from '@/shared/i18n/errors.messages';
import { BusyButton } from '@/shared/ui/BusyButton';
import { DoneBanner } from '@/shared/ui/DoneBanner';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { repairMetering } from '../api/repair-metering';

const words = admin.diagnostics;

/** Idle, repairing, done: with what came of it. */
export function RepairPanel() {
  const queryClient = useQueryClient();
  const mutation = useMutation({
    mutationFn: repairMetering,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['subscriptions'] }),
  });
  return (
    <Card maw={720}>
      <Stack align="start">
        <Text>{words.intro}</Text>
        {mutation.isSuccess ? <DoneBanner>{words.done}</DoneBanner> : null}
        {mutation.isError ? <ErrorBanner message={words.failed(describeError(mutation.error))} /> : null}
        <BusyButton isBusy={mutation.isPending} busyLabel={words.repairing} onClick={() => mutation.mutate()}>
          {words.repair}
        </BusyButton>
      </Stack>
    </Card>
  );
}
