import { DraftStore, type Draft } from '@/shared/drafts/draft-store';

/** The words of a visit as a doctor types them in the place of its sound, not sent yet. */
export interface TranscriptDraft extends Draft {
  recordingId: string;
  text: string;
}

export const transcriptDrafts = new DraftStore<TranscriptDraft>('scriba-transcripts', 'recordingId');
