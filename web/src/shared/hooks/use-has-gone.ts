import { useCallback, useEffect, useRef } from 'react';

/** Whether the component has left the page: what comes to an end later is then told elsewhere. */
export function useHasGone(): () => boolean {
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return useCallback(() => !isHere.current, []);
}
