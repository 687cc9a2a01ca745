import { useEffect, useState, type RefObject } from 'react';

/** Once everything that goes has gone: the focus is moved only where nothing holds it. */
function whenLost(placeOf: () => HTMLElement | null | undefined): void {
  setTimeout(() => {
    if (document.activeElement === document.body) (placeOf() ?? document.querySelector('main'))?.focus();
  });
}

/**
 * Gives the focus back to where it was when a dialog that comes and goes as a whole is gone; to `orElse`, or else to the
 * page itself, where the button that opened it went with what the dialog did.
 */
export function useFocusReturn(orElse?: RefObject<HTMLElement | null>): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () =>
      whenLost(() => {
        const wasHeld = before instanceof HTMLElement && before !== document.body && before.isConnected;
        return wasHeld ? before : orElse?.current;
      }),
    [before, orElse],
  );
}

/** For what is taken off the page by a button of its own: who uses the keyboard goes on at the page itself. */
export function useFocusOnPage(): void {
  useEffect(() => () => whenLost(() => null), []);
}
