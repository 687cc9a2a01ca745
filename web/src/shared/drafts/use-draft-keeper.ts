import { useEffect, useEffectEvent, useRef } from 'react';
import { useDebouncedCallback } from '@mantine/hooks';
import { hasLeft } from '../api/session';
import type { Draft, DraftStore } from './draft-store';

const typingMilliseconds = 400;

/** Keeps on the disk what is handed in, soon, and at the latest when the tab or what is written goes. */
export function useDraftKeeper<Kept extends Draft>(store: DraftStore<Kept>, onKept: (draft: Kept) => void) {
  const unkept = useRef<Kept | null>(null);
  function keepNow() {
    const draft = unkept.current;
    unkept.current = null;
    // Who leaves takes everything unsaved along, also what another tab was about to keep.
    if (!draft || hasLeft()) return;
    store.keep(draft).then(
      () => onKept(draft),
      () => undefined,
    );
  }
  const keepNowSoon = useDebouncedCallback(keepNow, typingMilliseconds);
  const keepLast = useEffectEvent(keepNow);
  useEffect(() => {
    const keep = () => keepLast();
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, []);
  return {
    keepNow,
    keepSoon: (draft: Kept) => {
      unkept.current = draft;
      keepNowSoon();
    },
    keepNot: () => {
      unkept.current = null;
    },
  };
}
