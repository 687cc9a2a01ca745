import { describe, expect, it } from 'vitest';
import { isCutOff, markedTranscript, quotedWords, readEvidence, sectionLines, unheardTimes } from './evidence';

const stored = {
  sections: {
    motivo_visita: [
      {
        text: 'Riferisce aumento di peso.',
        evidence: [[0, 5]],
        source: 'said',
        support: 'ok',
        negated: false,
        who: '',
      },
    ],
  },
  measures: [{ key: 'peso_kg' }],
  omissions: [{ text: 'dorme poco', evidence: [[6, 9]] }],
  reported_share: 0.62,
};

describe('the evidence of a report', () => {
  it('is read as a value and as text, with what it does not know left out', () => {
    expect(readEvidence(stored)).toEqual(readEvidence(JSON.stringify(stored)));
    expect(readEvidence(stored).omissions[0]?.text).toBe('dorme poco');
  });

  it.each([null, undefined, '', '{', 7, { sections: 'x' }])('counts %j as none', (value) => {
    expect(readEvidence(value)).toEqual({
      sections: {},
      critical_points: [],
      omissions: [],
      reported_share: null,
      transcript: { segments: [], marks: [] },
    });
  });

  it('tells that the doctor took the mark of doubt off a sentence', () => {
    const statement = { text: 'Peso 84 kg.', evidence: [[0, 5]], source: 'said' };
    const byDoctor = (raw: string, support?: string) => {
      const evidence = readEvidence({ sections: { esami_parametri: [{ ...statement, support }] } });
      return sectionLines(raw, 'esami_parametri', evidence)[0]?.isByDoctor;
    };
    expect(byDoctor('Peso 84 kg.', 'da_verificare')).toBe(true);
    expect(byDoctor('Peso 84 kg. [da verificare]', 'da_verificare')).toBe(false);
    expect(byDoctor('Peso 84 kg.', 'ok')).toBe(false);
    // What another program does not say is no doubt.
    expect(byDoctor('Peso 84 kg.')).toBe(false);
  });

  it('gives each line its words, and tells what the doctor wrote', () => {
    const text = 'Riferisce aumento di peso.\n\nPeso 84 kg. [da verificare]';
    expect(sectionLines(text, 'motivo_visita', readEvidence(stored))).toEqual([
      {
        text: 'Riferisce aumento di peso.',
        isToVerify: false,
        spans: [[0, 5]],
        second: null,
        isComputed: false,
        reason: '',
        isByDoctor: false,
      },
      {
        text: 'Peso 84 kg.',
        isToVerify: true,
        spans: [],
        second: null,
        isComputed: false,
        reason: '',
        isByDoctor: true,
      },
    ]);
  });

  it('knows when the words of a line were said, from the line or from the transcript', () => {
    const timed = (audio?: unknown) => ({
      sections: { motivo_visita: [{ ...stored.sections.motivo_visita[0], evidence: [[10, 15]], audio }] },
      transcript: { segments: [[0, 20, 4, 8]] },
    });
    const secondOf = (evidence: unknown) =>
      sectionLines('Riferisce aumento di peso.', 'motivo_visita', readEvidence(evidence))[0]?.second;
    expect(secondOf(timed([[6.5, 7]]))).toBe(6.5);
    expect(secondOf(timed([]))).toBe(6);
    expect(secondOf(timed('nonsense'))).toBe(6);
    expect(secondOf(stored)).toBeNull();
  });

  it('knows what nobody heard, and no other remark of the server', () => {
    const marked = (...marks: [string, number, number][]) =>
      readEvidence({ transcript: { marks: marks.map(([mark, start, end]) => ({ mark, start, end })) } });
    const evidence = marked(['sparse', 0, 10], ['not_transcribed', 10, 38], ['empty_on_speech', 60, 75]);
    expect(unheardTimes(evidence)).toEqual(['00:10–00:38', '01:00–01:15']);
    expect(isCutOff(evidence)).toBe(false);
    expect(isCutOff(marked(['cut_off', 90, 90]))).toBe(true);
    expect(unheardTimes(readEvidence(null))).toEqual([]);
  });

  it('calls nothing the doctor’s own when the analysis left no evidence', () => {
    expect(sectionLines('Testo', 'motivo_visita', readEvidence(null))[0]?.isByDoctor).toBe(false);
    expect(sectionLines(null, 'motivo_visita', readEvidence(null))).toEqual([]);
  });
});

describe('the transcript', () => {
  const text = 'Buongiorno, peso ottanta chili.';

  it('is marked at the spans, in order, overlapping or beyond its end', () => {
    const parts = markedTranscript(text, [
      [17, 99],
      [12, 24],
    ]);
    expect(parts).toEqual([
      { text: 'Buongiorno, ', isMarked: false },
      { text: 'peso ottanta', isMarked: true },
      { text: ' chili.', isMarked: true },
    ]);
    expect(parts.map((part) => part.text).join('')).toBe(text);
  });

  it('is whole when nothing is pointed at', () => {
    expect(markedTranscript(text, [])).toEqual([{ text, isMarked: false }]);
  });

  it('is quoted with the gaps shown', () => {
    expect(
      quotedWords(text, [
        [0, 10],
        [12, 16],
      ]),
    ).toBe('Buongiorno […] peso');
  });
});
