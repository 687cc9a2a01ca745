import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { SubscriptionFinding } from '@/shared/api/database';
import { formatNumber } from '@/shared/format/numbers';
import { admin } from '@/shared/i18n/admin.messages';
import { common } from '@/shared/i18n/common.messages';
import { DataTable, type Column } from '@/shared/ui/DataTable';
import { EmailText } from '@/shared/ui/EmailText';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { RowsSkeleton } from '@/shared/ui/RowsSkeleton';
import { useSubscriptionDiagnosis } from '../api/diagnose-subscriptions';
import classes from './DiagnosisTable.module.css';

const words = admin.diagnosis;
/** A month that is missing is opened when it is needed. */
const harmless = 'users_without_month';

function nameOf(kind: string): string {
  return kind in words.kinds ? words.kinds[kind as keyof typeof words.kinds] : kind;
}

const columns: Column<SubscriptionFinding>[] = [
  { label: words.columns.check, cell: ({ kind }) => nameOf(kind), wraps: true },
  {
    label: words.columns.outcome,
    cell: ({ kind, users }) => (
      <Badge color={users === 0 ? 'teal' : kind === harmless ? 'gray' : 'red'} variant="light">
        {users === 0 ? words.fine : words.users(formatNumber(users))}
      </Badge>
    ),
  },
  {
    label: words.columns.emails,
    cell: ({ emails, users }) =>
      emails.length === 0 ? common.missing : <Emails emails={emails} areMore={users > emails.length} />,
    wraps: true,
  },
];

function Emails({ emails, areMore }: { emails: readonly string[]; areMore: boolean }) {
  return (
    <ul className={classes.emails}>
      {emails.map((email) => (
        <li key={email}>
          <EmailText email={email} />
        </li>
      ))}
      {areMore ? <li>{words.andOthers}</li> : null}
    </ul>
  );
}

/** What does not add up in the subscriptions, found by the server. */
export function DiagnosisTable() {
  const { data, error, refetch, isFetching } = useSubscriptionDiagnosis();
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Title order={2}>{words.title}</Title>
        <Button
          variant="default"
          loading={isFetching && data !== undefined}
          leftSection={<IconRefresh size={18} aria-hidden />}
          onClick={() => void refetch()}
        >
          {words.again}
        </Button>
      </Group>
      <Text>{words.intro}</Text>
      {error ? <ErrorBanner error={error} onRetry={() => void refetch()} /> : null}
      {data || error ? null : <RowsSkeleton rows={6} height={46} gap={0} />}
      {data ? <DataTable label={words.title} columns={columns} rows={data} keyOf={({ kind }) => kind} /> : null}
    </Stack>
  );
}
