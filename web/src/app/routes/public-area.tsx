import { Outlet } from 'react-router';
import { CookieBanner } from '@/features/legal/components/CookieBanner';

/** The pages for everyone, with the cookie banner beneath. */
export function Component() {
  return (
    <>
      <Outlet />
      <CookieBanner />
    </>
  );
}
