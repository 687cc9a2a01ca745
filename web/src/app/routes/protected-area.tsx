import '../styles/workplace';
import { lazy, Suspense, useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useLocation } from 'react-router';
import { hasLeft, useUser } from '@/shared/api/session';
import { untilIdle } from '@/shared/idle';
import { paths } from '@/shared/paths';
import { RequireSession } from '../guards';
import { AppLayout } from '../layout/AppLayout';
import { abandonRecording } from '../leave';

// What was to be shown by then waits for it.
const Notifications = lazy(async () => {
  await untilIdle();
  return { default: (await import('@mantine/notifications')).Notifications };
});

const UnsettledNotice = lazy(async () => ({
  default: (await import('@/features/recording/components/UnsettledNotice')).UnsettledNotice,
}));

export function Component() {
  return (
    <RequireSession>
      <Suspense>
        <Notifications position="bottom-right" />
      </Suspense>
      <OwnArea />
    </RequireSession>
  );
}

/** Nothing of one doctor outlives their session: another who signs in begins with empty hands. */
function OwnArea() {
  const { id } = useUser();
  const queryClient = useQueryClient();
  const { pathname } = useLocation();
  useEffect(() => () => queryClient.clear(), [id, queryClient]);
  useEffect(
    () => () => {
      // The sign-in page has no button that would turn the microphone off.
      if (hasLeft()) abandonRecording().catch(() => undefined);
    },
    [],
  );
  useEffect(() => {
    // Recordings that an earlier page could not send go on from any page; a browser without a store has none.
    untilIdle()
      .then(() => import('@/features/recording/capture/send-left-behind'))
      .then(({ sendLeftBehind }) => sendLeftBehind(id))
      .catch(() => undefined);
  }, [id]);
  return (
    <AppLayout key={id}>
      {pathname === paths.newConsultation ? null : (
        <Suspense>
          <UnsettledNotice userId={id} />
        </Suspense>
      )}
      <Outlet />
    </AppLayout>
  );
}
