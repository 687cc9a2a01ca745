import { Button, Loader, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithoutRef } from 'react';

interface BusyButtonProps extends ButtonProps, Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> {
  isBusy: boolean;
  /** What the button says while it works. */
  busyLabel: string;
}

/** A button that says what it is doing; pressing it again meanwhile does nothing. */
export function BusyButton({ isBusy, busyLabel, children, onClick, ...rest }: BusyButtonProps) {
  return (
    <Button
      {...rest}
      {...(isBusy ? { leftSection: <Loader size={16} color="currentColor" aria-hidden /> } : {})}
      aria-disabled={isBusy}
      data-disabled={isBusy || undefined}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {isBusy ? busyLabel : children}
    </Button>
  );
}
