import { useMemo, useState, type ReactNode } from 'react';
import { Stack } from '@mantine/core';
import { readEvidence, type Span } from '../model/evidence';
import { reportSectionsOf, type Consultation } from '../model/report';
import { AudioPlayer } from './AudioPlayer';
import { ReportNotices } from './ReportNotices';
import { ReportRemarks } from './ReportRemarks';
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
            <ReportNotices consultation={consultation} evidence={evidence} />
            <ReportText
              sections={sections}
              transcript={transcript}
              pinned={pinned}
              onPin={setPinned}
              onPoint={setPointed}
            />
            <ReportRemarks consultation={consultation} evidence={evidence} />
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
