import { ActionIcon, Badge, Text, Title } from '@mantine/core';
import { IconQuote } from '@tabler/icons-react';
import { consultations as words } from '@/shared/i18n/consultations.messages';
import { quotedWords, type ReportLine, type Span } from '../model/evidence';
import type { ReportSectionView } from '../model/report';
import classes from './ReportText.module.css';

interface ReportTextProps {
  sections: readonly ReportSectionView[];
  transcript: string;
  /** The line whose words are shown, as `section:index`. */
  pinned: string | null;
  onPin: (line: string | null) => void;
  /** The spans to mark in the transcript while the pointer or the focus is on a line. */
  onPoint: (spans: readonly Span[]) => void;
}

/** The nine sections to read. Each sentence shows on demand the words on which it rests. */
export function ReportText({ sections, transcript, pinned, onPin, onPoint }: ReportTextProps) {
  return sections.map(({ key, title, lines }) => (
    <section key={key} className={classes.section} aria-labelledby={`sezione-${key}`}>
      <Title order={3} id={`sezione-${key}`}>
        {title}
      </Title>
      {lines.length === 0 ? <Text c="dimmed">{words.notDiscussed}</Text> : null}
      <ul className={classes.lines}>
        {lines.map((line, index) => {
          const id = `${key}:${index}`;
          return (
            <Line
              key={id}
              line={line}
              transcript={transcript}
              isPinned={pinned === id}
              onPin={() => onPin(pinned === id ? null : id)}
              onPoint={onPoint}
            />
          );
        })}
      </ul>
    </section>
  ));
}

interface LineProps {
  line: ReportLine;
  transcript: string;
  isPinned: boolean;
  onPin: () => void;
  onPoint: ReportTextProps['onPoint'];
}

function Line({ line, transcript, isPinned, onPin, onPoint }: LineProps) {
  const { text, spans, isToVerify, isByDoctor, isComputed, reason } = line;
  const hasWords = spans.length > 0 && transcript !== '';
  return (
    // The pointer only adds what the button beside the sentence gives to everyone.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={classes.line}
      data-pinned={isPinned || undefined}
      onMouseEnter={() => onPoint(spans)}
      onMouseLeave={() => onPoint([])}
    >
      <div className={classes.row}>
        <p className={classes.text}>
          {text}
          {isToVerify ? (
            <Badge className={classes.mark} color="orange" variant="light" size="lg" tt="none" fw={600}>
              {words.toVerify}
            </Badge>
          ) : null}
          {isByDoctor ? (
            <Badge className={classes.mark} color="gray" variant="light" size="lg" tt="none" fw={600}>
              {words.report.byDoctor}
            </Badge>
          ) : null}
        </p>
        {hasWords ? (
          <ActionIcon
            className={classes.button}
            variant="subtle"
            size={44}
            aria-label={words.report.showWords(text)}
            aria-expanded={isPinned}
            onClick={onPin}
            onFocus={() => onPoint(spans)}
            onBlur={() => onPoint([])}
          >
            <IconQuote size={18} aria-hidden />
          </ActionIcon>
        ) : null}
      </div>
      {isPinned ? (
        <blockquote className={classes.quote}>
          <span className={classes.quoteLabel}>{isComputed ? words.report.computed : words.report.words}</span>
          {`«${quotedWords(transcript, spans)}»`}
          {reason ? <span className={classes.quoteLabel}>{words.report.rule(reason)}</span> : null}
        </blockquote>
      ) : null}
    </li>
  );
}
