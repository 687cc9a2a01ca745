import { Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { auth } from '@/shared/i18n/auth.messages';
import { BusyButton } from '@/shared/ui/BusyButton';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { testConnection } from '../api/test-connection';

export function ConnectionTest() {
  const mutation = useMutation({ mutationFn: testConnection });
  return (
    <Stack gap="xs" w="100%">
      <BusyButton
        variant="subtle"
        isBusy={mutation.isPending}
        busyLabel={auth.connection.testing}
        onClick={() => mutation.mutate()}
      >
        {auth.testConnection}
      </BusyButton>
      {mutation.isSuccess ? (
        <Text size="sm" ta="center" role="status">
          {auth.connection.ok(mutation.data.name, mutation.data.version)}
        </Text>
      ) : null}
      {mutation.isError ? <ErrorBanner error={mutation.error} /> : null}
    </Stack>
  );
}
