import { SecondFactors } from '@/features/account/components/SecondFactors';
import { account } from '@/shared/i18n/account.messages';
import { PageHeader } from '@/shared/ui/PageHeader';

export function Component() {
  return (
    <>
      <PageHeader title={account.title} />
      <SecondFactors />
    </>
  );
}
