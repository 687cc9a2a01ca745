import { Group, Text } from '@mantine/core';
import { common } from '@/shared/i18n/common.messages';

/** The mark and the name. */
export function Brand() {
  return (
    <Group gap={8} wrap="nowrap" component="span">
      <svg width="28" height="28" viewBox="0 0 32 32" aria-hidden>
        <rect width="32" height="32" rx="8" fill="#0f5c5c" />
        <path
          d="M21.5 11.2c-1-1.9-3-2.7-5.4-2.7-3 0-5.2 1.6-5.2 4 0 5.4 10.4 2.3 10.4 7.2 0 2.4-2.3 3.9-5.2 3.9-2.7 0-4.9-1-5.9-3.1"
          fill="none"
          stroke="#fff"
          strokeWidth="2.6"
          strokeLinecap="round"
        />
      </svg>
      <Text component="span" inherit fw={700} visibleFrom="xs">
        {common.product}
      </Text>
    </Group>
  );
}
