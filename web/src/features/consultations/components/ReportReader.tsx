import { useMemo, useState, type ReactNode } from 'react';
import { Stack, Text, Title } from '@mantine/core';
import { formatNumber } from '@/shared/format/numbers';
import { consultations as words } from '@/shared/i18n/consultations.messages';
import { readEvidence, type Evidence, type Span } from '../model/evidence';
import { reportSectionsOf, type Consultation } from '../model/report';
import { AudioPlayer } from './AudioPlayer';
import { ReportText } from './ReportText';
import { Transcript } from './Transcript';
import classes from './ReportReader.module.css';

interface ReportReaderProps {
  consultation: Consultation;
  /** Stands in the place of the text while the doctor writes. */
  editor: ReactNode;
}

/** Report and transcript side by side: what is pointed at in one is marked in the other. */
export function ReportReader({ consultation, editor }: ReportReaderProps) {
  const [pinned, setPinned] = useState<string | null>(null);
  const [pointed, setPointed] = useState<readonly Span[]>([]);
  const sections = useMemo(() => reportSectionsOf(consultation), [consultation]);
  const evidence = useMemo(() => readEvidence(consultation.evidence), [consultation]);
  const transcript = consultation.transcription ?? '';
  const [pinnedSection, pinnedIndex] = (pinned ?? '').split(':');
  const pinnedLine = sections.find(({ key }) => key === pinnedSection)?.lines[Number(pinnedIndex)];
  const spans = pointed.length > 0 ? pointed : (pinnedLine?.spans ?? []);

  return (
    <div className={classes.columns}>
      <div>
        {editor ?? (
          <>
            <ReportText
              sections={sections}
              transcript={transcript}
              pinned={pinned}
              onPin={setPinned}
              onPoint={setPointed}
            />
            <Omissions evidence={evidence} />
          </>
        )}
      </div>
      <Stack gap="md" className={classes.beside}>
        {consultation.audio_url ? <AudioPlayer audioUrl={consultation.audio_url} /> : null}
        <Transcript text={consultation.transcription} spans={spans} />
      </Stack>
    </div>
  );
}

/** What was heard and stands in no section, so that the doctor can judge. */
function Omissions({ evidence }: { evidence: Evidence }) {
  const { omissions, reported_share: share } = evidence;
  return (
    <>
      {omissions.length > 0 ? (
        <section className={classes.omissions} aria-labelledby="non-riportato">
          <Title order={3} id="non-riportato">
            {words.report.omissions}
          </Title>
          <ul>
            {omissions.map(({ text }, index) => (
              <li key={index}>{text}</li>
            ))}
          </ul>
        </section>
      ) : null}
      {share === null ? null : (
        <Text size="sm" c="dimmed">
          {words.report.share(formatNumber(Math.round(share * 100)))}
        </Text>
      )}
    </>
  );
}
