import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { review as words } from '@/shared/i18n/review.messages';
import { readOrigin } from '../model/review';

/** Tells who wrote the report: the built-in analyser, or a language model, and on which machine. */
export function ReportWriter({ evidence }: { evidence: unknown }) {
  const { writer } = readOrigin(evidence);
  if (!writer) return null;
  if (writer.kind === 'builtin') {
    if (!writer.fallback) {
      return (
        <Text size="sm" c="dimmed">
          {words.writer.builtin}
        </Text>
      );
    }
    return (
      <Alert color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />}>
        {words.writer.fallback(writer.fallback)}
      </Alert>
    );
  }
  return (
    <Text size="sm" c="dimmed">
      {words.writer.model(writer.model, writer.host)}
      {writer.replaced > 0 ? ` ${words.writer.replaced(writer.replaced)}` : null}
    </Text>
  );
}
