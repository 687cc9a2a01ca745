import { useEffect, useEffectEvent, type RefObject } from 'react';

/**
 * Escape closes a dialog over which others may stand. It comes after they have heard the key: what they ask is answered
 * alone, and a question that the closing asks does not go with the key that it came with.
 */
export function useEscape(inside: RefObject<HTMLElement | null>, onClose: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing) return;
    // By now the dialog in which the key was pressed may be gone from the page; its elements still know it.
    const pressed = event.target instanceof Element ? event.target.closest('[role="dialog"]') : null;
    const isOurs = pressed ? pressed.contains(inside.current) : !isCovered();
    if (isOurs) onClose();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

function isCovered(): boolean {
  return document.querySelectorAll('[aria-modal="true"]').length > 1;
}
