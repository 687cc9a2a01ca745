import { useState } from 'react';
import { Group, NativeSelect, Stack, Text } from '@mantine/core';
import type { PlanRow, Role, Tier } from '@/shared/api/database';
import { useRole } from '@/shared/api/role';
import { useUser } from '@/shared/api/session';
import { formatDate } from '@/shared/format/dates';
import { formatNumber } from '@/shared/format/numbers';
import { admin } from '@/shared/i18n/admin.messages';
import { planWords } from '@/shared/i18n/plans.messages';
import { hasUnlimitedMinutes } from '@/shared/plans/catalogue';
import { DataTable, type Column } from '@/shared/ui/DataTable';
import { EmailText } from '@/shared/ui/EmailText';
import { EmptyState } from '@/shared/ui/EmptyState';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { Pager } from '@/shared/ui/Pager';
import { RowsSkeleton } from '@/shared/ui/RowsSkeleton';
import { SearchBox } from '@/shared/ui/SearchBox';
import { assignableTiers } from '../api/create-subscription';
import { usePlans } from '../api/list-plans';
import { usersPerPage, useUsers, type UserQuery, type UserWithUse } from '../api/list-users';
import { UserChangeDialog, type UserChange } from './UserChangeDialog';

const { tools: words, roles } = admin;
const roleNames: Role[] = ['doctor', 'admin', 'superadmin'];
const roleOptions = roleNames.map((value) => ({ value, label: roles[value] }));
const tierOptions = assignableTiers.map((value) => ({ value, label: planWords.names[value] }));

/** All users: search, filters, their use of the month; roles for superadmins, plans for every administrator. */
export function UserTable() {
  const [query, setQuery] = useState<UserQuery>({ page: 1 });
  const [change, setChange] = useState<UserChange | null>(null);
  const { id: ownId } = useUser();
  const isSuperadmin = useRole() === 'superadmin';
  const { data, error, refetch } = useUsers(query);
  const { data: plans } = usePlans();

  const columns: Column<UserWithUse>[] = [
    { label: words.columns.person, cell: (user) => <Person user={user} />, wraps: true },
    {
      label: words.columns.role,
      cell: (user) =>
        isSuperadmin && user.id !== ownId ? (
          <RoleChoice user={user} onChange={(role) => setChange({ user, role })} />
        ) : (
          roles[user.role]
        ),
    },
    {
      label: words.columns.tier,
      cell: (user) => <TierChoice user={user} onChange={(tier) => setChange({ user, tier })} />,
    },
    {
      label: words.columns.use,
      cell: ({ month, subscription_tier: tier }) => usedText(month ?? unusedMonth(tier, plans)),
      isNumber: true,
    },
    { label: words.columns.createdAt, cell: (user) => formatDate(user.created_at) },
  ];

  return (
    <Stack gap="sm">
      <UserFilters onNarrow={(part) => setQuery({ ...query, ...part, page: 1 })} />
      {error ? <ErrorBanner error={error} onRetry={() => void refetch()} /> : null}
      {data || error ? null : <RowsSkeleton rows={6} height={61} gap={0} />}
      {data ? (
        <Text size="sm" c="dimmed" role="status">
          {words.found(formatNumber(data.count))}
        </Text>
      ) : null}
      {data?.count === 0 ? <EmptyState text={words.noUsers} hint={words.noUsersHint} /> : null}
      {data && data.count > 0 ? (
        <div>
          <DataTable label={words.users} columns={columns} rows={data.users} keyOf={(user) => user.id} />
          <Pager
            count={data.count}
            perPage={usersPerPage}
            page={query.page}
            onPage={(page) => setQuery({ ...query, page })}
          />
        </div>
      ) : null}
      {change ? <UserChangeDialog change={change} onClose={() => setChange(null)} /> : null}
    </Stack>
  );
}

function UserFilters({ onNarrow }: { onNarrow: (part: Partial<UserQuery>) => void }) {
  return (
    <Group gap="sm" align="flex-end">
      <SearchBox label={words.searchUsers} value="" onSearch={(search) => onNarrow({ search })} />
      <NativeSelect
        flex="1 1 150px"
        aria-label={words.columns.role}
        data={[{ value: '', label: words.everyRole }, ...roleOptions]}
        onChange={({ currentTarget }) => onNarrow({ role: (currentTarget.value || undefined) as Role | undefined })}
      />
      <NativeSelect
        flex="1 1 150px"
        aria-label={words.columns.tier}
        data={[{ value: '', label: words.everyTier }, ...tierOptions]}
        onChange={({ currentTarget }) => onNarrow({ tier: (currentTarget.value || undefined) as Tier | undefined })}
      />
    </Group>
  );
}

function RoleChoice({ user, onChange }: { user: UserWithUse; onChange: (role: Role) => void }) {
  return (
    <NativeSelect
      aria-label={words.roleOf(user.email)}
      miw={{ sm: 190 }}
      data={roleOptions}
      value={user.role}
      onChange={({ currentTarget }) => onChange(currentTarget.value as Role)}
    />
  );
}

function TierChoice({ user, onChange }: { user: UserWithUse; onChange: (tier: Tier) => void }) {
  return (
    <NativeSelect
      aria-label={words.tierOf(user.email)}
      miw={{ sm: 150 }}
      data={tierOptions}
      value={user.subscription_tier}
      onChange={({ currentTarget }) => onChange(currentTarget.value as Tier)}
    />
  );
}

type MonthOfUse = NonNullable<UserWithUse['month']>;

/** What a plan gives that is not in the catalogue. */
const defaultMinutes = 30;

/** The month of somebody who has not begun one: what their plan will give. */
function unusedMonth(tier: Tier, plans: PlanRow[] | undefined): MonthOfUse {
  const plan = plans?.find(({ name }) => name === tier);
  return { minutes_used: 0, monthly_minutes: plan?.monthly_minutes ?? defaultMinutes };
}

function usedText({ minutes_used: used, monthly_minutes: monthly }: MonthOfUse): string {
  return hasUnlimitedMinutes(monthly)
    ? words.usedUnlimited(formatNumber(used))
    : words.used(formatNumber(used), formatNumber(monthly));
}

function Person({ user: { full_name: name, email } }: { user: UserWithUse }) {
  return (
    <div>
      {name ? (
        <Text size="sm" fw={600}>
          {name}
        </Text>
      ) : null}
      <Text size="sm" c={name ? 'dimmed' : undefined}>
        <EmailText email={email} />
      </Text>
    </div>
  );
}
