import { useEffect } from 'react';
import { stepSeconds, type AudioDeck } from '../model/audio-deck';

/** Where the keys have a meaning of their own. */
const typing = 'textarea, select, input:not([type="range"]), [contenteditable="true"], [role="tab"]';
/** What the space bar presses by itself. */
const pressing = 'button, a[href], summary';

/** The space bar plays and pauses, the arrows go back and forth, wherever the focus is while the report is open. */
export function useDeckKeys(deck: AudioDeck | null): void {
  useEffect(() => {
    if (!deck) return undefined;
    const act = (event: KeyboardEvent) => {
      const at = event.target instanceof Element ? event.target : document.body;
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
      if (hasModifier || event.defaultPrevented || at.closest(typing)) return;
      if (event.key === ' ' && !at.closest(pressing)) deck.toggle();
      else if (event.key === 'ArrowLeft') deck.move(-stepSeconds);
      else if (event.key === 'ArrowRight') deck.move(stepSeconds);
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', act);
    return () => document.removeEventListener('keydown', act);
  }, [deck]);
}
