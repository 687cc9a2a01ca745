import { z } from 'zod';
import { reportSections, type ReportSection } from '@/shared/api/database';
import { formatDuration } from '@/shared/format/dates';

/** A half-open range of the transcript, in what `slice` takes. */
const span = z.tuple([z.number().int().nonnegative(), z.number().int().nonnegative()]);
/** Seconds of the sound, from and to. */
const stretch = z.tuple([z.number().nonnegative(), z.number().nonnegative()]);
/** A range of the transcript and the seconds in which it was said. */
const segment = z.tuple([
  z.number().int().nonnegative(),
  z.number().int().nonnegative(),
  z.number().nonnegative(),
  z.number().nonnegative(),
]);
const statement = z.object({
  text: z.string(),
  evidence: z.array(span).default([]),
  audio: z.array(stretch).catch([]).default([]),
  source: z.enum(['said', 'computed']).catch('said'),
  /** Null where another program does not say. */
  support: z.enum(['ok', 'da_verificare']).nullable().catch(null).default(null),
});
const criticalPoint = z.object({
  text: z.string(),
  reason: z.string().default(''),
  evidence: z.array(span).default([]),
  audio: z.array(stretch).catch([]).default([]),
});
const omission = z.object({ text: z.string(), evidence: z.array(span).default([]) });
/** What the server notes about a stretch of the sound, in seconds. */
const remark = z.object({ start: z.number().nonnegative(), end: z.number().nonnegative(), mark: z.string() });
const transcript = z.object({
  segments: z.array(segment).catch([]).default([]),
  marks: z.array(remark).catch([]).default([]),
});
const schema = z.object({
  sections: z.record(z.string(), z.array(statement)).default({}),
  critical_points: z.array(criticalPoint).catch([]).default([]),
  omissions: z.array(omission).default([]),
  reported_share: z.number().min(0).max(1).nullable().catch(null).default(null),
  transcript: transcript.catch({ segments: [], marks: [] }).default({ segments: [], marks: [] }),
});

export type Span = z.infer<typeof span>;
export type Segment = z.infer<typeof segment>;
export type Statement = z.infer<typeof statement>;
export type Evidence = z.infer<typeof schema>;

const nothing: Evidence = {
  sections: {},
  critical_points: [],
  omissions: [],
  reported_share: null,
  transcript: { segments: [], marks: [] },
};

/** The column `evidence`, as a value or as text. What cannot be read counts as no evidence: the report stands alone. */
export function readEvidence(value: unknown): Evidence {
  if (typeof value === 'string') {
    try {
      return readEvidence(JSON.parse(value) as unknown);
    } catch {
      return nothing;
    }
  }
  const result = schema.safeParse(value);
  return result.success ? result.data : nothing;
}

/** Somebody spoke there, and the speech engine gave no words for it. */
const unheardMarks: readonly string[] = ['not_transcribed', 'empty_on_speech'];

/** The stretches of the visit that are in no transcript, in order, as a doctor reads them: "03:10–04:00". */
export function unheardTimes({ transcript: { marks } }: Evidence): string[] {
  return marks
    .filter(({ mark }) => unheardMarks.includes(mark))
    .map(({ start, end }) => `${formatDuration(start)}–${formatDuration(end)}`);
}

/** Whether the sound ends before its file says, or could not be read everywhere. */
export function isCutOff({ transcript: { marks } }: Evidence): boolean {
  return marks.some(({ mark }) => mark === 'cut_off');
}

/** Whether the sentences of a report lead to words at all. */
export function hasStatements({ sections }: Evidence): boolean {
  return reportSections.some((key) => (sections[key]?.length ?? 0) > 0);
}

/** One line of a section as the doctor reads it. */
export interface ReportLine {
  text: string;
  isToVerify: boolean;
  spans: Span[];
  /** The second of the sound at which its words begin; null when no time is known. */
  second: number | null;
  isComputed: boolean;
  /** The rule that found a critical point; empty for all else. */
  reason: string;
  /** Whether the doctor has written it, since the analysis said nothing like it, or took its mark of doubt off. */
  isByDoctor: boolean;
}

/** The second at which a place of the transcript was said, in proportion to where it lies in its segment. */
export function secondAt(place: number, segments: readonly Segment[]): number | null {
  const found = segments.find(([, end]) => place < end);
  if (!found) return null;
  const [begin, end, from, to] = found;
  const share = Math.max(0, place - begin) / Math.max(1, end - begin);
  return from + share * (to - from);
}

function secondOfFirst(spans: readonly Span[], segments: readonly Segment[]): number | null {
  return spans[0] ? secondAt(spans[0][0], segments) : null;
}

const verifyMark = / ?\[da verificare\]$/;

function lineOf(raw: string, statements: readonly Statement[], evidence: Evidence): ReportLine {
  const text = raw.replace(verifyMark, '');
  const source = statements.find((one) => one.text === text);
  const point = evidence.critical_points.find((one) => one.text === text);
  const isToVerify = text !== raw;
  const isForeign = !source && !point;
  const isCleared = source?.support === 'da_verificare' && !isToVerify;
  const spans = source?.evidence ?? point?.evidence ?? [];
  return {
    text,
    isToVerify,
    spans,
    second: (source?.audio ?? point?.audio)?.[0]?.[0] ?? secondOfFirst(spans, evidence.transcript.segments),
    isComputed: source?.source === 'computed',
    reason: point?.reason ?? '',
    isByDoctor: hasStatements(evidence) && (isForeign || isCleared),
  };
}

/** The lines of a section, each with its words; none when nothing was said of it. */
export function sectionLines(text: string | null, section: ReportSection, evidence: Evidence): ReportLine[] {
  const statements = evidence.sections[section] ?? [];
  return (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => lineOf(line, statements, evidence));
}

export interface TranscriptPart {
  text: string;
  isMarked: boolean;
}

/** The transcript cut at the spans, which may overlap and come in any order. */
export function markedTranscript(transcript: string, spans: readonly Span[]): TranscriptPart[] {
  const ordered = [...spans].sort(([left], [right]) => left - right);
  const parts: TranscriptPart[] = [];
  let at = 0;
  const add = (end: number, isMarked: boolean) => {
    if (end > at) parts.push({ text: transcript.slice(at, end), isMarked });
    at = Math.max(at, end);
  };
  for (const [begin, end] of ordered) {
    add(Math.min(begin, transcript.length), false);
    add(Math.min(end, transcript.length), true);
  }
  add(transcript.length, false);
  return parts;
}

/** The words behind a line, as a quotation. */
export function quotedWords(transcript: string, spans: readonly Span[]): string {
  return spans.map(([begin, end]) => transcript.slice(begin, end).trim()).join(' […] ');
}
