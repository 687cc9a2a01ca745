import { useDeferredValue, useState, type ReactNode } from 'react';

interface OnDemandProps {
  isOpen: boolean;
  children: (isOpen: boolean) => ReactNode;
}

/** Draws an overlay from its first opening on: one that is never opened costs a page nothing. */
export function OnDemand({ isOpen, children }: OnDemandProps) {
  const [isWanted, setWanted] = useState(isOpen);
  if (isOpen && !isWanted) setWanted(true);
  return isWanted ? <Overlay isOpen={isOpen}>{children}</Overlay> : null;
}

/** Begins closed, so that the first opening is like any other: with its transition, and knowing where the focus was. */
function Overlay({ isOpen, children }: OnDemandProps) {
  const wasDrawn = useDeferredValue(true, false);
  return children(isOpen && wasDrawn);
}
