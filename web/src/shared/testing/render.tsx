import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider, type RouteObject } from 'react-router';
import { SessionProvider } from '@/shared/api/session';

interface RenderOptions {
  /** Where the application stands at first. */
  at?: string;
  /** The path of the element under test; other addresses show their own name as text. */
  path?: string;
  /** Instead of one element: a table of routes, with the frame that shows toasts. */
  routes?: RouteObject[];
}

function Elsewhere({ address }: { address: string }) {
  return <output data-testid="address">{address}</output>;
}

/** Draws an element as the application would: look, session, server state, addresses. */
export function renderApp(
  element: React.ReactNode,
  { at = '/', path = at.split('?')[0] ?? '/', routes }: RenderOptions = {},
) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 0 } } });
  const table: RouteObject[] = routes ?? [{ path, element }];
  const router = createMemoryRouter(
    [
      ...table,
      {
        path: '*',
        Component: () => <Elsewhere address={router.state.location.pathname + router.state.location.search} />,
      },
    ],
    {
      initialEntries: [at],
    },
  );
  const view = render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        {routes ? null : <Notifications />}
        <SessionProvider>
          <RouterProvider router={router} />
        </SessionProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { ...view, router, queryClient };
}
