import type { PlanRow, Tier } from '@/shared/api/database';
import { admin } from '@/shared/i18n/admin.messages';
import { planWords } from '@/shared/i18n/plans.messages';
import { describeMinutes, describePrice } from '@/shared/plans/catalogue';
import { DataTable, type Column } from '@/shared/ui/DataTable';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { RowsSkeleton } from '@/shared/ui/RowsSkeleton';
import { usePlans } from '../api/list-plans';

const { columns: names } = admin.tools;

function nameOf(name: string): string {
  return name in planWords.names ? planWords.names[name as Tier] : name;
}

const columns: Column<PlanRow>[] = [
  { label: names.tier, cell: ({ name }) => nameOf(name) },
  { label: names.monthly, cell: (plan) => describeMinutes(plan.monthly_minutes), isNumber: true },
  { label: names.price, cell: ({ price }) => describePrice(price), isNumber: true },
];

export function PlanTable() {
  const { data, error, refetch } = usePlans();
  if (error) return <ErrorBanner error={error} onRetry={() => void refetch()} />;
  if (!data) return <RowsSkeleton rows={4} height={46} />;
  return <DataTable label={admin.tools.plans} columns={columns} rows={data} keyOf={(plan) => plan.id} />;
}
