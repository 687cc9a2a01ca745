import { useSyncExternalStore } from 'react';
import type { AudioDeck, DeckState } from '../model/audio-deck';

export function useDeckState(deck: AudioDeck): DeckState {
  return useSyncExternalStore(deck.subscribe, deck.getState);
}
