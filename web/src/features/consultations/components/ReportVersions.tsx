import { useState } from 'react';
import { Button, Group, Skeleton, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { formatDate, formatTime } from '@/shared/format/dates';
import { consultations as words } from '@/shared/i18n/consultations.messages';
import { describeError } from '@/shared/i18n/errors.messages';
import { ErrorBanner } from '@/shared/ui/ErrorBanner';
import { useVersions } from '../api/list-versions';
import { textsOf, type Consultation, type ReportTexts } from '../model/report';
import { versionsOf, type ReportVersion } from '../model/versions';
import { VersionComparison } from './VersionComparison';
import classes from './ReportVersions.module.css';

const { versions: texts } = words.report;

interface ReportVersionsProps {
  consultation: Consultation;
  onRestore: (texts: ReportTexts, number: number) => void;
}

/** Every text that the report had: to look at beside today's, and to bring back. */
export function ReportVersions({ consultation, onRestore }: ReportVersionsProps) {
  const { data, error, isPending, refetch } = useVersions(consultation.id);
  const [chosenId, setChosenId] = useState<string | null>(null);
  if (isPending) return <Skeleton height={320} />;
  if (error) return <ErrorBanner message={texts.failed(describeError(error))} onRetry={() => void refetch()} />;
  const versions = versionsOf(data);
  const chosen = versions.find(({ id }) => id === chosenId) ?? versions[1] ?? versions[0];
  return (
    <section aria-labelledby="versioni">
      <Title order={3} id="versioni" mb="sm">
        {texts.title}
      </Title>
      {chosen ? (
        <div className={classes.columns}>
          <ul className={classes.list}>
            {versions.map((version) => (
              <li key={version.id}>
                <UnstyledButton
                  className={classes.version}
                  aria-pressed={version === chosen}
                  onClick={() => setChosenId(version.id)}
                >
                  <VersionName version={version} />
                </UnstyledButton>
              </li>
            ))}
          </ul>
          <ChosenVersion version={chosen} current={textsOf(consultation)} onRestore={onRestore} />
        </div>
      ) : (
        <Text c="dimmed">{texts.none}</Text>
      )}
    </section>
  );
}

function VersionName({ version: { number, at, isFirst, isCurrent, sameAs } }: { version: ReportVersion }) {
  return (
    <>
      <Text fw={600}>{isFirst ? texts.first : texts.name(number)}</Text>
      <Text size="sm" c="dimmed">
        {[`${formatDate(at)}, ${formatTime(at)}`, isCurrent ? texts.current : '', sameAs ? texts.sameAs(sameAs) : '']
          .filter(Boolean)
          .join(' · ')}
      </Text>
    </>
  );
}

interface ChosenVersionProps {
  version: ReportVersion;
  current: ReportTexts;
  onRestore: ReportVersionsProps['onRestore'];
}

function ChosenVersion({ version, current, onRestore }: ChosenVersionProps) {
  const { isCurrent, isFirst, number } = version;
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <Text>{isCurrent ? texts.readCurrent : texts.compared(isFirst ? texts.first : texts.name(number))}</Text>
        {isCurrent ? null : (
          <Button
            px="md"
            leftSection={<IconRestore size={18} aria-hidden />}
            onClick={() => onRestore(version.texts, number)}
          >
            {texts.restore}
          </Button>
        )}
      </Group>
      <VersionComparison former={version.texts} later={isCurrent ? version.texts : current} />
    </Stack>
  );
}
