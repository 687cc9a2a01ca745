import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** On the way in nothing has held the focus yet, also where one page leads on to another. */
let wasHeld = false;
document.addEventListener('focusin', () => (wasHeld = true), { once: true });

/**
 * What led to another page went with the page it stood on: who uses the keyboard goes on at the heading of the new one,
 * or at the page itself where its heading is still to come.
 */
export function useFocusOnArrival(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (!wasHeld || document.activeElement !== document.body) return;
    const heading = document.querySelector<HTMLElement>('main h1');
    if (heading) heading.tabIndex = -1;
    (heading ?? document.querySelector('main'))?.focus();
  }, [pathname]);
}
