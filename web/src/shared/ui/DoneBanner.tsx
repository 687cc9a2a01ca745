import type { ReactNode } from 'react';
import { Alert } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';

interface DoneBannerProps {
  title?: string;
  children: ReactNode;
}

/** The one way to say that what was asked for is done. */
export function DoneBanner({ title, children }: DoneBannerProps) {
  return (
    <Alert color="teal" icon={<IconCheck aria-hidden />} title={title} role="status">
      {children}
    </Alert>
  );
}
