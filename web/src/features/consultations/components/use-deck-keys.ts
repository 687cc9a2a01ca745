import { useEffect } from 'react';
import { stepSeconds, type AudioDeck } from '../model/audio-deck';

/** Where the keys have a meaning of their own. */
const typing = 'textarea, select, input:not([type="range"]), [contenteditable="true"], [role="tab"]';
/** What the space bar presses by itself. */
const pressing = 'button, a[href], summary, [role="button"]';

/** The space bar plays and pauses, the arrows go back and forth, wherever the focus is while the report is open. */
export function useDeckKeys(deck: AudioDeck | null): void {
  useEffect(() => {
    if (!deck) return undefined;
    const act = (event: KeyboardEvent) => {
      const at = event.target instanceof Element ? event.target : document.body;
      if (hasModifier(event) || event.defaultPrevented || at.closest(typing)) return;
      if (event.key === ' ' && !at.closest(pressing)) deck.toggle();
      else if (event.key === 'ArrowLeft') deck.move(-stepSeconds);
      else if (event.key === 'ArrowRight') deck.move(stepSeconds);
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', act);
    const unfollow = keepSpaceFromPointed(deck);
    return () => {
      document.removeEventListener('keydown', act);
      unfollow();
    };
  }, [deck]);
}

function hasModifier({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey || shiftKey;
}

/**
 * A sentence that was pressed with the pointer has the focus, and who listens expects the space bar to pause. Reached by
 * key, it is a button like any other.
 */
function keepSpaceFromPointed(deck: AudioDeck): () => void {
  let isPointed = false;
  const point = () => {
    isPointed = true;
  };
  const act = (event: KeyboardEvent) => {
    if (event.key !== ' ') isPointed = false;
    else if (isPointed && event.target instanceof Element && event.target.matches('[role="button"]')) {
      deck.toggle();
      event.preventDefault();
      event.stopPropagation();
    }
  };
  document.addEventListener('pointerdown', point, true);
  document.addEventListener('keydown', act, true);
  return () => {
    document.removeEventListener('pointerdown', point, true);
    document.removeEventListener('keydown', act, true);
  };
}
