import { describe, expect, it } from 'vitest';
import { reportSections, type ReportVersionRow } from '@/shared/api/database';
import { comparedLines, comparedSections, versionsOf } from './versions';
import { textsOf } from './report';

function row(number: number, reason: string | null): ReportVersionRow {
  const empty = Object.fromEntries(reportSections.map((section) => [section, null]));
  return {
    ...(empty as Pick<ReportVersionRow, (typeof reportSections)[number]>),
    id: `v${number}`,
    consultation_id: 'c1',
    number,
    created_at: `2026-11-2${number}T10:00:00Z`,
    motivo_visita: reason,
  };
}

describe('the versions of a report', () => {
  it('stand newest first, the first draft and the current one known', () => {
    const versions = versionsOf([row(2, 'B'), row(1, 'A'), row(3, 'C')]);
    expect(versions.map(({ number, isFirst, isCurrent }) => [number, isFirst, isCurrent])).toEqual([
      [3, false, true],
      [2, false, false],
      [1, true, false],
    ]);
  });

  it('pass over a saving that changed nothing, and know which one was brought back', () => {
    const versions = versionsOf([row(1, 'A'), row(2, 'A '), row(3, 'B'), row(4, 'A')]);
    expect(versions.map(({ number, sameAs }) => [number, sameAs])).toEqual([
      [3, 1],
      [2, null],
      [1, null],
    ]);
  });
});

describe('two versions compared', () => {
  it('show what stayed, what went and what came, in the order of reading', () => {
    expect(comparedLines(['a', 'b', 'c'], ['a', 'x', 'c', 'd'])).toEqual([
      { text: 'a', kind: 'same' },
      { text: 'b', kind: 'gone' },
      { text: 'x', kind: 'new' },
      { text: 'c', kind: 'same' },
      { text: 'd', kind: 'new' },
    ]);
    expect(comparedLines([], ['a'])).toEqual([{ text: 'a', kind: 'new' }]);
    expect(comparedLines(['a'], [])).toEqual([{ text: 'a', kind: 'gone' }]);
  });

  it('say which sections are the same', () => {
    const sections = comparedSections(textsOf(row(1, 'A')), textsOf(row(2, 'B')));
    expect(sections.filter(({ isSame }) => !isSame).map(({ key }) => key)).toEqual(['motivo_visita']);
  });
});
