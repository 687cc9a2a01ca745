import { reportSections, type ReportSection, type ReportVersionRow } from '@/shared/api/database';
import { isSameText, textsOf, type ReportTexts } from './report';

/** A version as the doctor sees it. */
export interface ReportVersion {
  id: string;
  number: number;
  at: string;
  texts: ReportTexts;
  isFirst: boolean;
  isCurrent: boolean;
  /** The number of an earlier version with the same words, which this one brought back. */
  sameAs: number | null;
}

/** The versions, newest first, without those that only repeat the one before: a saving that changed nothing. */
export function versionsOf(rows: readonly ReportVersionRow[]): ReportVersion[] {
  const oldestFirst = [...rows].sort((left, right) => left.number - right.number);
  const kept: ReportVersion[] = [];
  for (const row of oldestFirst) {
    const texts = textsOf(row);
    const before = kept.at(-1);
    if (before && isSameText(before.texts, texts)) continue;
    kept.push({
      id: row.id,
      number: kept.length + 1,
      at: row.created_at,
      texts,
      isFirst: kept.length === 0,
      isCurrent: false,
      sameAs: kept.find((earlier) => isSameText(earlier.texts, texts))?.number ?? null,
    });
  }
  const current = kept.at(-1);
  if (current) current.isCurrent = true;
  return kept.reverse();
}

export interface ComparedLine {
  text: string;
  /** In both, in the former one alone, or in the later one alone. */
  kind: 'same' | 'gone' | 'new';
}

/** Two lists of lines in one: the longest common sequence stays, the rest is gone or new (Hunt and McIlroy, 1976). */
export function comparedLines(former: readonly string[], later: readonly string[]): ComparedLine[] {
  const width = later.length + 1;
  const common = new Array<number>((former.length + 1) * width).fill(0);
  const at = (row: number, column: number) => common[row * width + column] ?? 0;
  for (let row = former.length - 1; row >= 0; row -= 1) {
    for (let column = later.length - 1; column >= 0; column -= 1) {
      const isSame = former[row] === later[column];
      common[row * width + column] = isSame
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const lines: ComparedLine[] = [];
  let row = 0;
  let column = 0;
  while (row < former.length || column < later.length) {
    const isSame = row < former.length && former[row] === later[column];
    const isGone =
      !isSame && row < former.length && (column === later.length || at(row + 1, column) >= at(row, column + 1));
    lines.push({
      text: (isSame || isGone ? former[row] : later[column]) ?? '',
      kind: isSame ? 'same' : isGone ? 'gone' : 'new',
    });
    if (isSame || isGone) row += 1;
    if (!isGone) column += 1;
  }
  return lines;
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

export interface ComparedSection {
  key: ReportSection;
  lines: ComparedLine[];
  isSame: boolean;
}

/** The nine sections of a former version against a later one. */
export function comparedSections(former: ReportTexts, later: ReportTexts): ComparedSection[] {
  return reportSections.map((key) => {
    const lines = comparedLines(linesOf(former[key]), linesOf(later[key]));
    return { key, lines, isSame: lines.every(({ kind }) => kind === 'same') };
  });
}
