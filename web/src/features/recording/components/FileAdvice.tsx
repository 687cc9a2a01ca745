import { Alert, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { formatDuration } from '@/shared/format/dates';
import { recording as words } from '@/shared/i18n/recording.messages';
import { recommendedSeconds, sizeAdvice } from '../model/audio-file';
import type { ChosenFile } from './use-recording-start';

/** What to know of a large or long file. */
export function FileAdvice({ file }: { file: ChosenFile }) {
  const advice = sizeAdvice(file.bytes);
  const { duration } = file;
  return (
    <Stack gap="xs">
      <Text size="sm">
        {file.name}
        {duration ? ` · ${words.advice.duration(formatDuration(duration.seconds), duration.isEstimate)}` : ''}
      </Text>
      {advice === 'none' ? null : (
        <Alert
          color={advice === 'convert' ? 'red' : 'orange'}
          icon={<IconAlertTriangle aria-hidden />}
          role="status"
          data-advice={advice}
        >
          {words.advice[advice]}
        </Alert>
      )}
      {duration && duration.seconds > recommendedSeconds ? (
        <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} role="status">
          {words.advice.long}
        </Alert>
      ) : null}
    </Stack>
  );
}
