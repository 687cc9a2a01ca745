import type { KeyboardEvent } from 'react';

/** For `onKeyDown` of what is a button by its role alone: Enter and the space bar press it, as they press every button. */
export function pressByKey(onPress: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    // The space bar would scroll the page, too.
    event.preventDefault();
    if (!event.repeat) onPress();
  };
}
