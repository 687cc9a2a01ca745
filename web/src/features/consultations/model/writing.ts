import type { ReportDraft } from './report-drafts';
import { basisOf, carriedOver, type ReportBasis } from './changes';
import { isSameText, textsOf, type Consultation, type ReportTexts } from './report';

/** What is being written, and upon what. */
export interface Writing {
  texts: ReportTexts;
  basis: ReportBasis;
  /** The report changed between the beginning of this text and now. */
  hasMoved: boolean;
}

export interface DraftState {
  /** Null while the report is read. */
  writing: Writing | null;
  /** A draft of before, or one just put aside, that can be taken up again. */
  offered: ReportDraft | null;
  /** Whether the disk of this browser lacks nothing of what stands here now. */
  isOnDisk: boolean;
}

export type DraftAction =
  | { type: 'found'; draft: ReportDraft }
  | { type: 'begin'; now: Consultation }
  | { type: 'takeUp'; draft: Pick<ReportDraft, 'texts' | 'basis'>; now: Consultation }
  | { type: 'change'; texts: ReportTexts }
  | { type: 'kept'; texts: ReportTexts }
  | { type: 'putAside'; draft: ReportDraft | null }
  | { type: 'handOver' }
  | { type: 'forget' };

export const nothingWritten: DraftState = { writing: null, offered: null, isOnDisk: false };

/** Goes on with a text upon the report as it is now: sections that the doctor left alone are as they are there. */
function goneOnWith({ texts, basis }: Pick<ReportDraft, 'texts' | 'basis'>, now: Consultation): Writing {
  const present = textsOf(now);
  return {
    texts: carriedOver(texts, basis, present),
    basis: basisOf(now),
    hasMoved: !isSameText(basis, present),
  };
}

/** The life of a draft. While one is on offer, writing goes on with it: nothing else would leave it in its place. */
export function draftAfter(state: DraftState, action: DraftAction): DraftState {
  switch (action.type) {
    case 'found':
      return { ...state, offered: state.offered ?? action.draft };
    case 'begin': {
      const { offered } = state;
      if (offered) return draftAfter(state, { type: 'takeUp', draft: offered, now: action.now });
      const texts = textsOf(action.now);
      return { ...state, writing: { texts, basis: basisOf(action.now), hasMoved: false }, isOnDisk: true };
    }
    case 'takeUp':
      return { writing: goneOnWith(action.draft, action.now), offered: null, isOnDisk: false };
    case 'change':
      return { ...state, writing: state.writing && { ...state.writing, texts: action.texts }, isOnDisk: false };
    case 'kept':
      return { ...state, isOnDisk: state.writing?.texts === action.texts };
    case 'putAside':
      return { writing: null, offered: action.draft, isOnDisk: false };
    case 'handOver':
      return { ...state, writing: null };
    case 'forget':
      return { ...state, offered: null, isOnDisk: false };
  }
}
