import { useEffect, useRef, type RefObject } from 'react';

/**
 * The button that was pressed is gone once the writing begins or ends, or a version came back: who uses the keyboard goes
 * on in the first field, or at the head of the report.
 */
export function useFocusOnWriting(
  place: RefObject<HTMLElement | null>,
  isWriting: boolean,
  isComparing: boolean,
): void {
  const before = useRef({ isWriting, isComparing });
  useEffect(() => {
    const { isWriting: wasWriting, isComparing: wasComparing } = before.current;
    before.current = { isWriting, isComparing };
    const hasLostFocus = document.activeElement === document.body;
    if (isWriting && !wasWriting) place.current?.querySelector('textarea')?.focus();
    else if (wasWriting !== isWriting || (wasComparing && !isComparing && hasLostFocus))
      place.current?.querySelector<HTMLElement>('[data-report-title]')?.focus();
  }, [place, isWriting, isComparing]);
}
