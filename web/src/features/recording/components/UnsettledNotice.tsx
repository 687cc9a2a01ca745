import { Alert, Group, Text } from '@mantine/core';
import { IconMicrophone } from '@tabler/icons-react';
import { recording as words } from '@/shared/i18n/recording.messages';
import { paths } from '@/shared/paths';
import { besideButton } from '@/shared/ui/alert-styles';
import { ButtonLink } from '@/shared/ui/ButtonLink';
import { useUnsettledRecordings } from '../api/list-unsettled-recordings';

/** After signing in, on whatever page: there is a visit whose audio waits for the doctor's word. */
export function UnsettledNotice({ userId }: { userId: string }) {
  const { data: count = 0 } = useUnsettledRecordings(userId);
  if (count === 0) return null;
  return (
    <Alert color="orange" icon={<IconMicrophone aria-hidden />} role="status" mb="lg" styles={besideButton}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">{words.unsettled(count)}</Text>
        <ButtonLink to={paths.newConsultation} variant="default">
          {words.unsettledOpen}
        </ButtonLink>
      </Group>
    </Alert>
  );
}
