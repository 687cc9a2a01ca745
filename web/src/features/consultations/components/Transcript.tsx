import { useEffect, useRef } from 'react';
import { Text, Title } from '@mantine/core';
import { consultations as words } from '@/shared/i18n/consultations.messages';
import { markedTranscript, type Span } from '../model/evidence';
import classes from './Transcript.module.css';

interface TranscriptProps {
  text: string | null;
  /** What is marked, and brought into sight. */
  spans: readonly Span[];
}

/** What was said, to read only. */
export function Transcript({ text, spans }: TranscriptProps) {
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const frame = box.current;
    const mark = frame?.querySelector('mark');
    if (!frame || !mark) return;
    // Within the box alone: the page around it stays where it is.
    frame.scrollTop = mark.offsetTop - frame.clientHeight / 3;
  }, [spans]);

  return (
    <section aria-labelledby="trascrizione" className={classes.section}>
      <Title order={3} id="trascrizione">
        {words.report.transcript}
      </Title>
      {text ? (
        <div ref={box} className={classes.box}>
          {markedTranscript(text, spans).map((part, index) =>
            part.isMarked ? <mark key={index}>{part.text}</mark> : <span key={index}>{part.text}</span>,
          )}
        </div>
      ) : (
        <Text c="dimmed">{words.report.noTranscript}</Text>
      )}
    </section>
  );
}
