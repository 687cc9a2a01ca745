import { Overview } from '@/features/dashboard/components/Overview';
import { MinutesCard } from '@/features/subscription/components/MinutesCard';

export function Component() {
  return <Overview minutes={<MinutesCard />} />;
}
