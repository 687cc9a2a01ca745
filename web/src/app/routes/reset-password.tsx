import { useEffect, useState } from 'react';
import { Stack } from '@mantine/core';
import { useLocation, useNavigate } from 'react-router';
import { NewPasswordForm } from '@/features/auth/components/NewPasswordForm';
import { SecondFactorForm } from '@/features/auth/components/SecondFactorForm';
import { readResetLink, type ResetLink } from '@/features/auth/model/reset-link';
import { signOut, useSession, type SessionState } from '@/shared/api/session';
import { auth } from '@/shared/i18n/auth.messages';
import { paths } from '@/shared/paths';
import { ButtonLink } from '@/shared/ui/ButtonLink';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { RowsSkeleton } from '@/shared/ui/RowsSkeleton';
import { EntryLayout } from '../layout/EntryLayout';

/** Whether this browser's session is the account's and has yet to show its second factor. */
function needsCode(state: SessionState, userId: unknown): boolean {
  const isAsked = state.status === 'second-factor' || (state.status === 'expired' && state.needsCode);
  return isAsked ? state.user.id === userId : false;
}

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
      <Steps link={link} state={state} onLeave={() => void navigate(paths.login, { replace: true })} />
    </EntryLayout>
  );
}

interface StepsProps {
  link: ResetLink & { isValid: true };
  state: SessionState;
  onLeave: () => void;
}

/** The code first, where the account has a second factor: the server takes no password from a session without it. */
function Steps({ link, state, onLeave }: StepsProps) {
  if (state.status === 'loading') return <RowsSkeleton rows={4} />;
  if (!needsCode(state, link.userId)) return <NewPasswordForm accessToken={link.accessToken} onDone={onLeave} />;
  return (
    <SecondFactorForm
      onBack={() => {
        onLeave();
        void signOut();
      }}
    />
  );
}
