import { secondAt, type Segment, type Span } from './evidence';

/** A sentence of the transcript: where it stands, and when it was said, if that is known. */
export interface Sentence {
  begin: number;
  end: number;
  second: number | null;
}

/** A full stop or its like and the space behind it, or the end of a line: «130.5» and «ecc.» within a line stay whole. */
const boundary = /[.?!…]+["»”)]*\s+(?=[«"“(]?\p{Lu})|\n+/gu;

/** The transcript in sentences, without a gap: put together they are the text again. */
export function sentencesOf(text: string, segments: readonly Segment[]): Sentence[] {
  const ends = [...text.matchAll(boundary)].map(({ index, 0: found }) => index + found.length);
  const sentences: Sentence[] = [];
  let begin = 0;
  for (const end of [...ends, text.length]) {
    if (end > begin) sentences.push({ begin, end, second: secondAt(begin, segments) });
    begin = end;
  }
  return sentences;
}

/** The spans within a sentence, counted from its first letter. */
export function spansWithin({ begin, end }: Sentence, spans: readonly Span[]): Span[] {
  return spans.flatMap(([from, to]): Span[] =>
    from < end && to > begin ? [[Math.max(from, begin) - begin, Math.min(to, end) - begin]] : [],
  );
}

/** The sentence that is being said at a second: the last that began before it; -1 before the first. */
export function sentenceAt(second: number, sentences: readonly Sentence[]): number {
  return sentences.findLastIndex((sentence) => sentence.second !== null && sentence.second <= second + 0.05);
}
