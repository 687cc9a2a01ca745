import {
  createContext,
  use,
  useCallback,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';

interface Failure {
  message: string;
  retry: () => void;
}

interface Failures {
  all: ReadonlyMap<string, Failure>;
  tell: (id: string, failure: Failure | null) => void;
}

const FailuresContext = createContext<Failures | null>(null);

/** Around the parts of a page: what keeps several of them empty is said once, and they are tried again together. */
export function SharedFailure({ children }: { children: ReactNode }) {
  const [all, setAll] = useState<ReadonlyMap<string, Failure>>(new Map());
  const tell = useCallback((id: string, failure: Failure | null) => {
    setAll((before) => new Map([...before].filter(([key]) => key !== id).concat(failure ? [[id, failure]] : [])));
  }, []);
  const value = useMemo(() => ({ all, tell }), [all, tell]);
  return <FailuresContext value={value}>{children}</FailuresContext>;
}

/** Of a failure with a way on: whether it is this one that is shown for all of its words, and the way on for all of them. */
export function useSharedFailure(message: string, onRetry: (() => void) | undefined) {
  const failures = use(FailuresContext);
  const id = useId();
  const retry = useRef(onRetry);
  useLayoutEffect(() => {
    retry.current = onRetry;
  });
  const tell = onRetry ? failures?.tell : undefined;
  useLayoutEffect(() => {
    tell?.(id, { message, retry: () => retry.current?.() });
    return () => tell?.(id, null);
  }, [tell, id, message]);

  if (!failures || !onRetry) return { isShown: true, onRetry };
  const same = [...failures.all].filter(([, failure]) => failure.message === message);
  return { isShown: same[0]?.[0] === id, onRetry: () => same.forEach(([, failure]) => failure.retry()) };
}
