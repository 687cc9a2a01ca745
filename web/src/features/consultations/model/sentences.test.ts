import { describe, expect, it } from 'vitest';
import { secondAt, type Segment } from './evidence';
import { sentenceAt, sentencesOf, spansWithin } from './sentences';

const text = 'Buongiorno. Peso 84.5 chili, ecc. e poi basta. «Perché?» È stanca.';
const segments: Segment[] = [
  [0, 11, 0, 2],
  [12, text.length, 3, 13],
];

describe('the sentences of a transcript', () => {
  const sentences = sentencesOf(text, segments);

  it('are the whole text, cut behind each full stop that ends one', () => {
    expect(sentences.map(({ begin, end }) => text.slice(begin, end))).toEqual([
      'Buongiorno. ',
      'Peso 84.5 chili, ecc. e poi basta. ',
      '«Perché?» ',
      'È stanca.',
    ]);
  });

  it('know when they were said, in proportion to where they stand in their segment', () => {
    expect(sentences[0]?.second).toBe(0);
    expect(sentences[1]?.second).toBe(3);
    expect(sentences[3]?.second).toBeCloseTo(3 + (10 * (text.indexOf('È') - 12)) / (text.length - 12));
    expect(sentencesOf(text, []).every(({ second }) => second === null)).toBe(true);
  });

  it('hold the part of each span that falls into them', () => {
    expect(spansWithin(sentences[1]!, [[0, 16]])).toEqual([[0, 4]]);
    expect(spansWithin(sentences[0]!, [[12, 16]])).toEqual([]);
  });

  it('tell which one is being said', () => {
    expect(sentenceAt(1, sentences)).toBe(0);
    expect(sentenceAt(3, sentences)).toBe(1);
    expect(sentenceAt(12.9, sentences)).toBe(3);
    expect(sentenceAt(5, sentencesOf(text, []))).toBe(-1);
  });
});

describe('a place of the transcript', () => {
  it('between two segments counts to the one behind, and beyond the last to none', () => {
    expect(secondAt(11, segments)).toBe(3);
    expect(secondAt(500, segments)).toBeNull();
  });
});
