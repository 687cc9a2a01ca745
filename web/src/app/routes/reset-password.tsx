import { useEffect, useState } from 'react';
import { Stack } from '@mantine/core';
import { useLocation, useNavigate } from 'react-router';
import { NewPasswordForm } from '@/features/auth/components/NewPasswordForm';
import { readResetLink } from '@/features/auth/model/reset-link';
import { useSession } from '@/shared/api/session';
import { auth } from '@/shared/i18n/auth.messages';
import { paths } from '@/shared/paths';
import { ButtonLink } from '@/shared/ui/ButtonLink';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { EntryLayout } from '../layout/EntryLayout';

export function Component() {
  const location = useLocation();
  const navigate = useNavigate();
  const { state, retry } = useSession();
  const [link] = useState(() => readResetLink(location.search, location.hash));
  const isRead = state.status !== 'loading' && state.status !== 'unavailable';
  const hasSecrets = location.search !== '' || location.hash !== '';

  // Once the session has been read from the address, the token must not stay in it or in the history.
  useEffect(() => {
    if (isRead && hasSecrets) void navigate(paths.resetPassword, { replace: true });
  }, [isRead, hasSecrets, navigate]);

  if (state.status === 'unavailable') {
    return (
      <EntryLayout title={auth.newPassword.title}>
        <ErrorBanner message={auth.newPassword.validationFailed} onRetry={retry} />
      </EntryLayout>
    );
  }
  if (!link.isValid) {
    return (
      <EntryLayout title={auth.newPassword.title}>
        <Stack>
          <ErrorBanner message={auth.newPassword.invalidLink} />
          <ButtonLink to={paths.login} variant="default">
            {auth.backToLogin}
          </ButtonLink>
        </Stack>
      </EntryLayout>
    );
  }
  return (
    <EntryLayout title={auth.newPassword.title}>
      <NewPasswordForm accessToken={link.accessToken} onDone={() => void navigate(paths.login, { replace: true })} />
    </EntryLayout>
  );
}
