import { QueryClient } from '@tanstack/react-query';
import { isTransient } from './errors';

/** One try more for what can pass; a refusal is shown at once. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (count, error) => count < 1 && isTransient(error),
        retryDelay: 1_000,
        refetchOnWindowFocus: false,
        // A call that fails for want of network says so at once instead of waiting in silence.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}
