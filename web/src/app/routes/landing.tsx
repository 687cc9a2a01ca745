import { Navigate, useLocation } from 'react-router';
import { LandingPage } from '@/features/landing/components/LandingPage';
import { hasStoredSession } from '@/shared/api/client';
import { paths } from '@/shared/paths';

/**
 * A recovery link opens the new password; another link of a mail whose own address is not allowed here brings its session
 * with it; a signed-in doctor goes to work; anyone else reads the page.
 */
export function Component() {
  const { search, hash } = useLocation();
  const isRecovery = new URLSearchParams(search).get('type') === 'recovery' || hash.includes('type=recovery');
  if (isRecovery) return <Navigate to={{ pathname: paths.resetPassword, search, hash }} replace />;
  if (hash.includes('access_token=')) return <Navigate to={{ pathname: paths.dashboard, hash }} replace />;
  if (hasStoredSession()) return <Navigate to={paths.dashboard} replace />;
  return <LandingPage />;
}
