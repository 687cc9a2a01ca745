import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { DiagnosisPanel } from '@/features/auth/components/DiagnosisPanel';
import { auth } from '@/shared/i18n/auth.messages';
import { paths } from '@/shared/paths';
import { EntryLayout } from '../layout/EntryLayout';

export function Component() {
  return (
    <EntryLayout
      title={auth.diagnosis.title}
      footer={
        <Anchor component={Link} to={paths.login} lh="44px">
          {auth.backToLogin}
        </Anchor>
      }
    >
      <DiagnosisPanel />
    </EntryLayout>
  );
}
