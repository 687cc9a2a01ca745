import { memo } from 'react';
import { Group, Text, Title, VisuallyHidden } from '@mantine/core';
import { consultations as words } from '@/shared/i18n/consultations.messages';
import type { Span } from '../model/evidence';
import { missingText, type ReportSectionView } from '../model/report';
import { ReportSentence } from './ReportSentence';
import { SectionState } from './SectionState';
import classes from './ReportText.module.css';

interface ReportTextProps {
  sections: readonly ReportSectionView[];
  transcript: string;
  /** The line whose words are shown, as `section:index`. */
  pinned: string | null;
  onPin: (line: string | null) => void;
  /** The spans to mark in the transcript while the pointer or the focus is on a line. */
  onPoint: (spans: readonly Span[]) => void;
  /** Absent where there is no sound. */
  onPlay: ((second: number) => void) | undefined;
}

/** The nine sections to read. Each sentence leads to the words on which it rests, and to their sound. */
export const ReportText = memo(function ReportText(props: ReportTextProps) {
  const { sections, transcript, pinned, onPin, onPoint, onPlay } = props;
  return (
    <>
      <VisuallyHidden id="ascolta-punto">{onPlay ? words.report.playLine : words.report.showLine}</VisuallyHidden>
      {sections.map(({ key, title, lines, isDiscussed }) => (
        <section key={key} className={classes.section} aria-labelledby={`sezione-${key}`}>
          <Group gap="sm">
            <Title order={3} id={`sezione-${key}`}>
              {title}
            </Title>
            <SectionState isDiscussed={isDiscussed} />
          </Group>
          {lines.length === 0 ? <Text c="dimmed">{missingText(isDiscussed)}</Text> : null}
          <ul className={classes.lines}>
            {lines.map((line, index) => {
              const id = `${key}:${index}`;
              return (
                <ReportSentence
                  key={id}
                  line={line}
                  transcript={transcript}
                  isPinned={pinned === id}
                  onPin={() => onPin(pinned === id ? null : id)}
                  onPoint={onPoint}
                  onPlay={onPlay}
                />
              );
            })}
          </ul>
        </section>
      ))}
    </>
  );
});
