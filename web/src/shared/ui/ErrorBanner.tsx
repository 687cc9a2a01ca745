import type { ReactNode } from 'react';
import { Alert, Box, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { toApiError } from '@/shared/api/errors';
import { common } from '@/shared/i18n/common.messages';
import { describeError } from '@/shared/i18n/errors.messages';
import { besideButton } from './alert-styles';
import { useSharedFailure } from './SharedFailure';

interface ErrorBannerProps {
  /** What was thrown; shown as the sentence of its code, unless `message` says more. */
  error?: unknown;
  message?: string;
  /** Why, or what to do, below the sentence. */
  detail?: string;
  /** A way on that is not another try. */
  action?: ReactNode;
  onRetry?: () => void;
}

/** The one way to show a failure: red banner, Italian sentence, a way on. */
export function ErrorBanner({ error, message, detail, action, onRetry }: ErrorBannerProps) {
  const requestId = error === undefined ? undefined : toApiError(error).requestId;
  const sentence = message ?? describeError(error);
  const shared = useSharedFailure(sentence, onRetry);
  if (!shared.isShown) return null;
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />} role="alert" styles={besideButton}>
      <Group justify="space-between" gap="sm">
        {/* The sentence gives way before the button does; below this width the button goes under it. */}
        <Box flex="1 1 16rem">
          <Text size="sm">{sentence}</Text>
          {detail ? <Text size="sm">{detail}</Text> : null}
          {requestId ? <Text size="xs">{common.requestId(requestId)}</Text> : null}
        </Box>
        {action}
        {shared.onRetry ? (
          <Button variant="default" onClick={shared.onRetry}>
            {common.actions.retry}
          </Button>
        ) : null}
      </Group>
    </Alert>
  );
}
