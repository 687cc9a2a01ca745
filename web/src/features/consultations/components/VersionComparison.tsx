import { Text, Title, VisuallyHidden } from '@mantine/core';
import { consultations as words } from '@/shared/i18n/consultations.messages';
import type { ReportTexts } from '../model/report';
import { comparedSections, type ComparedLine } from '../model/versions';
import classes from './ReportVersions.module.css';

const { versions: texts } = words.report;

interface VersionComparisonProps {
  former: ReportTexts;
  later: ReportTexts;
}

/** Section by section: what stands in both, what is in the former alone, what came later. */
export function VersionComparison({ former, later }: VersionComparisonProps) {
  return (
    <div>
      {comparedSections(former, later).map(({ key, lines }) => (
        <section key={key} className={classes.section} aria-labelledby={`versione-${key}`}>
          <Title order={4} id={`versione-${key}`}>
            {words.sections[key]}
          </Title>
          {lines.length === 0 ? <Text c="dimmed">{texts.empty}</Text> : null}
          <ul className={classes.lines}>
            {lines.map((line, index) => (
              <li key={index} data-kind={line.kind}>
                <LineText line={line} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function LineText({ line: { text, kind } }: { line: ComparedLine }) {
  if (kind === 'gone') {
    return (
      <del>
        <VisuallyHidden>{texts.gone}</VisuallyHidden>
        {text}
      </del>
    );
  }
  if (kind === 'new') {
    return (
      <ins>
        <VisuallyHidden>{texts.added}</VisuallyHidden>
        {text}
      </ins>
    );
  }
  return text;
}
