import '../styles/entry-pages';
import { Outlet } from 'react-router';
import { SessionProvider } from '@/shared/api/session';

/** The pages that know the session; the public ones load neither the client nor this. */
export function Component() {
  return (
    <SessionProvider>
      <Outlet />
    </SessionProvider>
  );
}
