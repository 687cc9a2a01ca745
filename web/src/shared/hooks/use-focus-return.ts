import { useEffect, useState, type RefObject } from 'react';

/**
 * Gives the focus back to where it was when a dialog that comes and goes as a whole is gone; to `orElse` where the button
 * that opened it went with what the dialog did.
 */
export function useFocusReturn(orElse?: RefObject<HTMLElement | null>): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      setTimeout(() => {
        if (document.activeElement !== document.body) return;
        if (before instanceof HTMLElement && before.isConnected) before.focus();
        else orElse?.current?.focus();
      });
    },
    [before, orElse],
  );
}
