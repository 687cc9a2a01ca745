import '../styles/workplace';
import { lazy, Suspense, useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useLocation } from 'react-router';
import { useLiveChanges } from '@/shared/api/live-changes';
import { useUser } from '@/shared/api/session';
import { untilIdle } from '@/shared/idle';
import { paths } from '@/shared/paths';
import { RequireSession } from '../guards';
import { AppLayout } from '../layout/AppLayout';
import { abandonRecording } from '../leave';

const loadNotifications = () => import('@mantine/notifications');

// What was to be shown by then waits for it.
const Notifications = lazy(async () => {
  await untilIdle();
  return { default: (await loadNotifications()).Notifications };
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
  useEffect(
    () => () => {
      queryClient.clear();
      // A failure that was told to one doctor is not for the next to read.
      loadNotifications().then(
        ({ notifications }) => notifications.clean(),
        () => undefined,
      );
    },
    [id, queryClient],
  );
  // A report that is ready appears on whatever page shows the patient's visits, or the month.
  useLiveChanges({ table: 'consultations', filter: `user_id=eq.${id}`, event: 'INSERT' }, () => {
    for (const key of ['consultations', 'dashboard']) void queryClient.invalidateQueries({ queryKey: [key] });
  });
  useEffect(
    () => () => {
      // No page outside has a button that would turn the microphone off.
      abandonRecording().catch(() => undefined);
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
