import { Badge, Card, Progress, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { SystemState } from '@/shared/api/database';
import { formatDuration } from '@/shared/format/dates';
import { formatNumber } from '@/shared/format/numbers';
import { system as words } from '@/shared/i18n/system.messages';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { useSystemState } from '../api/get-system-state';

const gigabyte = 2 ** 30;
const scarce = 0.1;
const engineColors = { ready: 'teal', starting: 'yellow', unreachable: 'red', missing: 'gray' } as const;

/** `3 giorni e 4 ore`, `42 minuti`: the two largest parts, no seconds. */
function uptimeText(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  const { days: dayWords, hours: hourWords, minutes: minuteWords, and } = words.server;
  if (days > 0) return and(dayWords(days), hourWords(hours % 24));
  if (hours > 0) return and(hourWords(hours), minuteWords(minutes % 60));
  return minuteWords(minutes);
}

/** Engines, waiting work, disk: how the installation is now. */
export function SystemPanel() {
  const { data, error, refetch } = useSystemState();
  if (error) return <ErrorBanner error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={320} radius="md" />;
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
      <SpeechCard speech={data.speech} />
      <StateCard title={words.model.title}>
        <Text>{data.language_model.is_configured ? words.model.configured : words.model.builtIn}</Text>
      </StateCard>
      <QueueCard queue={data.queue} />
      <DiskCard disk={data.disk} />
      <StateCard title={words.mail.title}>
        <Text>{data.mail.is_delivered ? words.mail.delivered : words.mail.outbox}</Text>
      </StateCard>
      <StateCard title={words.server.title}>
        <Text>{words.server.version(data.version)}</Text>
        <Text>{words.server.database(data.database === 'postgres' ? 'PostgreSQL' : 'SQLite')}</Text>
        <Text>{words.server.uptime(uptimeText(data.uptime_seconds))}</Text>
      </StateCard>
    </SimpleGrid>
  );
}

function StateCard({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <Card component="section" aria-label={title}>
      <Stack gap={6}>
        <Title order={2} size="h4">
          {title}
        </Title>
        {children}
      </Stack>
    </Card>
  );
}

function SpeechCard({ speech }: { speech: SystemState['speech'] }) {
  return (
    <StateCard title={words.speech.title}>
      <Badge color={engineColors[speech.state]} variant="light">
        {words.speech.states[speech.state]}
      </Badge>
      {speech.host ? <Text>{speech.host}</Text> : null}
      {speech.state === 'missing' ? null : (
        <Text size="sm" c="dimmed">
          {speech.is_remote ? words.speech.remote : words.speech.local}
        </Text>
      )}
    </StateCard>
  );
}

function QueueCard({ queue }: { queue: SystemState['queue'] }) {
  const { waiting = 0, failed = 0, ...others } = queue.recordings;
  const underWay = Object.values(others).reduce((sum, count) => sum + count, 0);
  return (
    <StateCard title={words.queue.title}>
      <Text>{words.queue.jobs(formatNumber(queue.running), formatNumber(queue.due))}</Text>
      {queue.due > 0 ? <Text>{words.queue.oldest(formatDuration(queue.oldest_due_seconds))}</Text> : null}
      <Text>{words.queue.recordings(formatNumber(underWay), formatNumber(waiting), formatNumber(failed))}</Text>
    </StateCard>
  );
}

function DiskCard({ disk }: { disk: SystemState['disk'] }) {
  if (!disk || disk.total_bytes === 0) {
    return (
      <StateCard title={words.disk.title}>
        <Text>{words.disk.unknown}</Text>
      </StateCard>
    );
  }
  const free = disk.free_bytes / disk.total_bytes;
  return (
    <StateCard title={words.disk.title}>
      <Text>
        {words.disk.free(formatNumber(disk.free_bytes / gigabyte), formatNumber(disk.total_bytes / gigabyte))}
      </Text>
      <Progress value={(1 - free) * 100} color={free < scarce ? 'red' : 'teal'} aria-label={words.disk.used} />
      {free < scarce ? <Text fw={600}>{words.disk.scarce}</Text> : null}
    </StateCard>
  );
}
