import { useMemo, useState, type ReactNode } from 'react';
import { Stack, Tabs } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { consultations as words } from '@/shared/i18n/consultations.messages';
import { AudioDeck } from '../model/audio-deck';
import { readEvidence, type Evidence, type Span } from '../model/evidence';
import { reportSectionsOf, soundOf, type Consultation } from '../model/report';
import { sentenceAt, sentencesOf } from '../model/sentences';
import { AudioPlayer } from './AudioPlayer';
import { ReportNotices } from './ReportNotices';
import { ReportRemarks } from './ReportRemarks';
import { ReportText } from './ReportText';
import { Transcript } from './Transcript';
import { useDeckKeys } from './use-deck-keys';
import { useDeckState } from './use-deck-state';
import classes from './ReportReader.module.css';

interface ReportReaderProps {
  consultation: Consultation;
  /** A change is on its way to the server. */
  isSaving: boolean;
  /** Stands in the place of the text while the doctor writes. */
  editor: ReactNode;
}

/** Report and transcript side by side: what is pointed at in one is marked in the other, and either plays the sound. */
export function ReportReader({ consultation, isSaving, editor }: ReportReaderProps) {
  const evidence = useMemo(() => readEvidence(consultation.evidence), [consultation.evidence]);
  const [spans, setSpans] = useState<readonly Span[]>([]);
  const [deck] = useState(() => new AudioDeck(consultation.duration_seconds ?? 0));
  const hasSound = soundOf(consultation, evidence) === 'kept';
  useDeckKeys(hasSound ? deck : null);
  const onPlay = hasSound ? deck.playFrom : undefined;

  const player = <AudioPlayer consultation={consultation} evidence={evidence} deck={deck} />;
  const transcript = <HeardTranscript {...{ consultation, evidence, spans, deck, onPlay }} />;
  const report = editor ?? <ReportBody {...{ consultation, evidence, isSaving, onPlay }} onSpans={setSpans} />;

  const isNarrow = useMediaQuery('(max-width: 62em)');
  return isNarrow ? (
    <div>
      <div className={classes.above}>{player}</div>
      {/* Whoever begins to write finds the report in front, wherever they were. */}
      <Tabs key={editor ? 'writing' : 'reading'} defaultValue="report">
        <Tabs.List grow mb="md">
          <Tabs.Tab value="report" mih={44}>
            {words.report.title}
          </Tabs.Tab>
          <Tabs.Tab value="transcript" mih={44}>
            {words.report.transcript}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="report">{report}</Tabs.Panel>
        <Tabs.Panel value="transcript">{transcript}</Tabs.Panel>
      </Tabs>
    </div>
  ) : (
    <div className={classes.columns}>
      <div>{report}</div>
      <Stack gap="md" className={classes.beside}>
        {player}
        {transcript}
      </Stack>
    </div>
  );
}

interface ReportBodyProps {
  consultation: Consultation;
  evidence: Evidence;
  isSaving: boolean;
  onPlay: ((second: number) => void) | undefined;
  /** The words that are pointed at, or else those of the line that is held open. */
  onSpans: (spans: readonly Span[]) => void;
}

function ReportBody({ consultation, evidence, isSaving, onPlay, onSpans }: ReportBodyProps) {
  const [pinned, setPinned] = useState<string | null>(null);
  const sections = useMemo(() => reportSectionsOf(consultation), [consultation]);

  function spansOf(line: string | null): readonly Span[] {
    const [section, index] = (line ?? '').split(':');
    return sections.find(({ key }) => key === section)?.lines[Number(index)]?.spans ?? [];
  }

  return (
    <>
      <ReportNotices {...{ consultation, evidence, isSaving }} />
      <ReportText
        sections={sections}
        transcript={consultation.transcription ?? ''}
        pinned={pinned}
        onPin={(line) => {
          setPinned(line);
          onSpans(spansOf(line));
        }}
        onPoint={(pointed) => onSpans(pointed.length > 0 ? pointed : spansOf(pinned))}
        onPlay={onPlay}
      />
      <ReportRemarks consultation={consultation} evidence={evidence} />
    </>
  );
}

interface HeardTranscriptProps {
  consultation: Consultation;
  evidence: Evidence;
  spans: readonly Span[];
  deck: AudioDeck;
  onPlay: ((second: number) => void) | undefined;
}

function HeardTranscript({ consultation, evidence, spans, deck, onPlay }: HeardTranscriptProps) {
  const text = consultation.transcription ?? '';
  const sentences = useMemo(() => sentencesOf(text, evidence.transcript.segments), [text, evidence]);
  const { isPlaying, second } = useDeckState(deck);
  const heard = isPlaying ? sentenceAt(second, sentences) : -1;
  return <Transcript text={text} sentences={sentences} spans={spans} heard={heard} onPlay={onPlay} />;
}
