import { Outlet } from 'react-router';
import { RequireSession } from '../guards';
import { AppLayout } from '../layout/AppLayout';

export function Component() {
  return (
    <RequireSession>
      <AppLayout>
        <Outlet />
      </AppLayout>
    </RequireSession>
  );
}
