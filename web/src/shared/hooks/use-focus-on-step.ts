import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * Where the button that was pressed goes with its step, the focus is lost: who uses the keyboard goes on at the place that
 * `placeOf` names for the next step. It is never taken from where somebody put it.
 */
export function useFocusOnStep<Step>(step: Step, placeOf: (step: Step) => HTMLElement | null | undefined): void {
  const before = useRef(step);
  const focusNext = useEffectEvent((next: Step) => {
    if (document.activeElement === document.body) placeOf(next)?.focus();
  });
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    focusNext(step);
  }, [step]);
}
