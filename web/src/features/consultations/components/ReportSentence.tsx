import type { ReactNode } from 'react';
import { ActionIcon, Badge } from '@mantine/core';
import { IconQuote } from '@tabler/icons-react';
import { consultations as words } from '@/shared/i18n/consultations.messages';
import { pressByKey } from '@/shared/ui/press-by-key';
import { quotedWords, type ReportLine, type Span } from '../model/evidence';
import classes from './ReportText.module.css';

interface ReportSentenceProps {
  line: ReportLine;
  transcript: string;
  isPinned: boolean;
  onPin: () => void;
  onPoint: (spans: readonly Span[]) => void;
  onPlay: ((second: number) => void) | undefined;
}

/** A sentence of the report. Pointed at, it marks its words; pressed, it plays them, or shows them where none can be heard. */
export function ReportSentence({ line, transcript, isPinned, onPin, onPoint, onPlay }: ReportSentenceProps) {
  const { text, spans, second, isComputed, reason } = line;
  const hasWords = spans.length > 0 && transcript !== '';
  const press = onPlay && second !== null ? () => onPlay(second) : onPin;
  return (
    // The pointer only adds what the focus gives to everyone.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={classes.line}
      data-pinned={isPinned || undefined}
      onMouseEnter={() => onPoint(spans)}
      onMouseLeave={() => onPoint([])}
      onFocus={() => onPoint(spans)}
      onBlur={() => onPoint([])}
    >
      <div className={classes.row}>
        {hasWords ? (
          <Pressable onPress={press}>
            <Marked line={line} />
          </Pressable>
        ) : (
          <p className={classes.text}>
            <Marked line={line} />
          </p>
        )}
        {hasWords ? (
          <ActionIcon
            className={classes.button}
            variant="subtle"
            size={44}
            aria-label={words.report.showWords(text)}
            aria-expanded={isPinned}
            onClick={onPin}
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

/** Not a button element: its text could not be marked with the mouse and copied. */
function Pressable({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <div
      role="button"
      tabIndex={0}
      className={classes.text}
      data-pressable
      aria-describedby="ascolta-punto"
      onClick={() => (document.getSelection()?.isCollapsed === false ? undefined : onPress())}
      onKeyDown={pressByKey(onPress)}
    >
      {children}
    </div>
  );
}

function Marked({ line: { text, isToVerify, isByDoctor } }: { line: ReportLine }) {
  return (
    <>
      {text}
      {isToVerify ? (
        <Badge component="span" className={classes.mark} color="orange" variant="light" size="lg" tt="none" fw={600}>
          {words.toVerify}
        </Badge>
      ) : null}
      {isByDoctor ? (
        <Badge component="span" className={classes.mark} color="gray" variant="light" size="lg" tt="none" fw={600}>
          {words.report.byDoctor}
        </Badge>
      ) : null}
    </>
  );
}
