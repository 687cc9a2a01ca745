import { memo, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Text, Title, VisuallyHidden } from '@mantine/core';
import { consultations as words } from '@/shared/i18n/consultations.messages';
import { pressByKey } from '@/shared/ui/press-by-key';
import { markedTranscript, type Span } from '../model/evidence';
import { spansWithin, type Sentence } from '../model/sentences';
import classes from './Transcript.module.css';

interface TranscriptProps {
  text: string;
  sentences: readonly Sentence[];
  /** What is marked, and brought into sight. */
  spans: readonly Span[];
  /** The sentence that is being heard; -1 for none. */
  heard: number;
  /** Absent where there is no sound. */
  onPlay: ((second: number) => void) | undefined;
}

/** What was said, to read only. Each sentence plays its second of the sound; the arrow keys go from one to the next. */
export const Transcript = memo(function Transcript({ text, sentences, spans, heard, onPlay }: TranscriptProps) {
  const box = useRef<HTMLDivElement>(null);
  const [reached, setReached] = useState(0);

  useEffect(() => bringIntoSight(box.current, 'mark'), [spans]);
  useEffect(() => {
    if (heard >= 0) bringIntoSight(box.current, '[data-heard]');
  }, [heard]);

  function walk(event: KeyboardEvent<HTMLElement>) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = Math.min(Math.max(reached + step, 0), sentences.length - 1);
    setReached(next);
    box.current?.querySelector<HTMLElement>(`[data-sentence="${next}"]`)?.focus();
  }

  return (
    <section aria-labelledby="trascrizione" className={classes.section}>
      <Title order={3} id="trascrizione">
        {words.report.transcript}
      </Title>
      {text ? (
        // The keys move the focus among the sentences, which are buttons where there is sound.
        // eslint-disable-next-line jsx-a11y/no-static-element-interactions
        <div ref={box} className={classes.box} onKeyDown={onPlay ? walk : undefined}>
          {onPlay ? <VisuallyHidden id="ascolta-frase">{words.report.playSentence}</VisuallyHidden> : null}
          {sentences.map((sentence, index) => (
            <SentenceText
              key={sentence.begin}
              text={text.slice(sentence.begin, sentence.end)}
              index={index}
              spans={spansWithin(sentence, spans)}
              isHeard={heard === index}
              isReached={reached === index}
              onPlay={onPlay && sentence.second !== null ? () => onPlay(sentence.second ?? 0) : undefined}
              onReach={() => setReached(index)}
            />
          ))}
        </div>
      ) : (
        <Text c="dimmed">{words.report.noTranscript}</Text>
      )}
    </section>
  );
});

/** Within the box alone: the page around it stays where it is. */
function bringIntoSight(frame: HTMLElement | null, selector: string): void {
  const wanted = frame?.querySelector<HTMLElement>(selector);
  if (frame && wanted) frame.scrollTop = wanted.offsetTop - frame.clientHeight / 3;
}

interface SentenceTextProps {
  text: string;
  index: number;
  spans: readonly Span[];
  isHeard: boolean;
  isReached: boolean;
  onPlay: (() => void) | undefined;
  onReach: () => void;
}

function SentenceText({ text, index, spans, isHeard, isReached, onPlay, onReach }: SentenceTextProps) {
  const parts = markedTranscript(text, spans).map((part, at) =>
    part.isMarked ? <mark key={at}>{part.text}</mark> : part.text,
  );
  if (!onPlay) return <span>{parts}</span>;
  return (
    <span
      role="button"
      className={classes.sentence}
      tabIndex={isReached ? 0 : -1}
      data-sentence={index}
      data-heard={isHeard || undefined}
      aria-describedby="ascolta-frase"
      onFocus={onReach}
      // Whoever marks a passage to copy it does not want to hear it.
      onClick={() => (document.getSelection()?.isCollapsed === false ? undefined : onPlay())}
      onKeyDown={pressByKey(onPlay)}
    >
      {parts}
    </span>
  );
}
