import { Group, Text } from '@mantine/core';
import { common } from '@/shared/i18n/common.messages';
import classes from './Brand.module.css';

interface BrandProps {
  /** On a phone only the mark is drawn; the name is still read aloud. */
  isCompact?: boolean;
}

/** The mark and the name. */
export function Brand({ isCompact = false }: BrandProps) {
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
      <Text component="span" inherit fw={700} {...(isCompact ? { className: classes.compact } : {})}>
        {common.product}
      </Text>
    </Group>
  );
}
