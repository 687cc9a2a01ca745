import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { Navigate, useLocation, type Location } from 'react-router';
import { Center, Stack, Text, Title, Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRoleQuery } from '@/shared/api/role';
import { useSession, wasRefused } from '@/shared/api/session';
import { admin } from '@/shared/i18n/admin.messages';
import { common } from '@/shared/i18n/common.messages';
import { paths } from '@/shared/paths';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { RowsSkeleton } from '@/shared/ui/RowsSkeleton';
import { FullPageLoader } from './FullPageLoader';

/** Milliseconds after which the dialog is fetched; a session lasts far longer. */
const dialogDelay = 15_000;

// Forms are heavy, and the first look of a page needs none.
const loadDialog = () => import('./SessionExpiredDialog');
const SessionExpiredDialog = lazy(async () => ({ default: (await loadDialog()).SessionExpiredDialog }));

interface OriginState {
  from?: Pick<Location, 'pathname' | 'search' | 'hash'>;
  /** The session was not valid any more. */
  wasRefused?: boolean;
}

/** Where a visitor wanted to go before signing in; the dashboard when nowhere. */
export function originOf(location: Location): string {
  const { from } = (location.state ?? {}) as OriginState;
  return from ? `${from.pathname}${from.search}${from.hash}` : paths.dashboard;
}

/** Whether a visitor must sign in because the session was not valid any more. */
export function cameRefused(location: Location): boolean {
  return ((location.state ?? {}) as OriginState).wasRefused ?? false;
}

/** Lets only a signed-in doctor through; anyone else goes to sign in, and comes back afterwards. */
export function RequireSession({ children }: { children: ReactNode }) {
  const { state, retry } = useSession();
  const location = useLocation();
  const isSignedIn = state.status === 'signed-in';
  // Fetched while all is well: when the session ends, the network may be gone, too. But not while the page comes up.
  useEffect(() => {
    if (!isSignedIn) return;
    const timer = setTimeout(() => void loadDialog().catch(() => undefined), dialogDelay);
    return () => clearTimeout(timer);
  }, [isSignedIn]);
  // What was refused while the session was over is asked for again once there is one.
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!isSignedIn) return;
    void queryClient.refetchQueries({ type: 'active', predicate: (query) => query.state.status === 'error' });
  }, [isSignedIn, queryClient]);
  switch (state.status) {
    case 'loading':
      return <FullPageLoader />;
    case 'unavailable':
      return <ServerUnavailable onRetry={retry} />;
    case 'signed-out':
    case 'second-factor':
      return (
        <Navigate to={paths.login} replace state={{ from: location, wasRefused: wasRefused() } satisfies OriginState} />
      );
    case 'signed-in':
    case 'expired':
      // One shape for both, so that the page keeps its state while the dialog comes and goes.
      return (
        <>
          {children}
          <Suspense fallback={null}>
            {state.status === 'expired' ? (
              <SessionExpiredDialog email={state.user.email} needsCode={state.needsCode ?? false} />
            ) : null}
          </Suspense>
        </>
      );
  }
}

interface RequireAdminProps {
  children: ReactNode;
  /** What others see; without it they go to the dashboard. */
  otherwise?: ReactNode;
}

/** Lets administrators through. The server refuses the others by itself: this only spares them the page. */
export function RequireAdmin({ children, otherwise }: RequireAdminProps) {
  const { data: role, error, refetch } = useRoleQuery();
  if (error) return <ErrorBanner message={admin.roleError} onRetry={() => void refetch()} />;
  if (!role) return <RowsSkeleton rows={6} />;
  if (role === 'doctor') return otherwise ?? <Navigate to={paths.dashboard} replace />;
  return children;
}

function ServerUnavailable({ onRetry }: { onRetry: () => void }) {
  return (
    <Center mih="100dvh" p="lg">
      <Stack align="center" maw={460} ta="center" role="alert">
        <Title order={1}>{common.unavailable.title}</Title>
        <Text>{common.unavailable.text}</Text>
        <Button onClick={onRetry}>{common.actions.retry}</Button>
      </Stack>
    </Center>
  );
}
