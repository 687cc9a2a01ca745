import { useState } from 'react';
import { Anchor, Box, Stack } from '@mantine/core';
import { Link, Navigate, useLocation, useSearchParams } from 'react-router';
import { ConnectionTest } from '@/features/auth/components/ConnectionTest';
import { LoginPanel } from '@/features/auth/components/LoginPanel';
import { SecondFactorForm } from '@/features/auth/components/SecondFactorForm';
import { signOut, useSession } from '@/shared/api/session';
import { auth } from '@/shared/i18n/auth.messages';
import { common } from '@/shared/i18n/common.messages';
import { paths } from '@/shared/paths';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { cameRefused, originOf } from '../guards';
import { EntryLayout } from '../layout/EntryLayout';

export function Component() {
  const location = useLocation();
  const [query] = useSearchParams();
  const { state } = useSession();
  const [isHeld, setHeld] = useState(false);
  const [isNew, setNew] = useState(false);

  if (query.get('type') === 'recovery') {
    return <Navigate to={{ pathname: paths.resetPassword, search: location.search, hash: location.hash }} replace />;
  }
  if (state.status === 'signed-in' && !isHeld) {
    // The page that was asked for here before belongs to whoever had an account then.
    return <Navigate to={isNew ? paths.dashboard : originOf(location)} replace />;
  }
  return (
    <EntryLayout
      title={auth.title}
      footer={
        <Stack align="center" gap="sm" w="100%">
          <Anchor component={Link} to={paths.diagnosticLogin} size="sm" lh="44px">
            {auth.diagnosticLogin}
          </Anchor>
          <ConnectionTest />
        </Stack>
      }
    >
      {state.status === 'signed-out' && cameRefused(location) ? (
        <Box mb="lg">
          <ErrorBanner message={common.sessionInvalid} />
        </Box>
      ) : null}
      {state.status === 'second-factor' ? (
        <SecondFactorForm onBack={() => void signOut()} />
      ) : (
        <LoginPanel
          onHold={setHeld}
          onWelcomed={() => {
            setNew(true);
            setHeld(false);
          }}
        />
      )}
    </EntryLayout>
  );
}
