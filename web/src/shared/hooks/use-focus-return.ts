import { useEffect, useState } from 'react';

/** Gives the focus back to where it was when a dialog that comes and goes as a whole is gone. */
export function useFocusReturn(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      setTimeout(() => {
        if (before instanceof HTMLElement && document.activeElement === document.body) before.focus();
      });
    },
    [before],
  );
}
