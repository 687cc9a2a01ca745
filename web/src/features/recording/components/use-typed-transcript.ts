import { useEffect, useEffectEvent, useState } from 'react';
import type { RecordingRow } from '@/shared/api/database';
import { useDraftKeeper } from '@/shared/drafts/use-draft-keeper';
import { transcriptDrafts, type TranscriptDraft } from '../capture/transcript-drafts';

export interface TypedTranscriptInHand {
  text: string;
  /** Whether this browser has on its disk what stands here now. */
  isKept: boolean;
  /** What was written before and not sent. */
  offered: TranscriptDraft | null;
  change: (text: string) => void;
  takeUp: () => void;
  /** The server has it, or nobody wants it any more. */
  forget: () => void;
}

const nothing = { text: '', isKept: false, offered: null as TranscriptDraft | null };

/** What a doctor types in the place of the sound, kept in this browser until the server has it. */
export function useTypedTranscript(row: RecordingRow): TypedTranscriptInHand {
  const { user_id: userId, id: recordingId } = row;
  const [typed, setTyped] = useState(nothing);
  const { keepSoon, keepNot } = useDraftKeeper(transcriptDrafts, ({ text }) =>
    setTyped((now) => (now.text === text ? { ...now, isKept: true } : now)),
  );

  useEffect(() => {
    let isWanted = true;
    // A browser that keeps nothing offers nothing; nor does one that is slower than who writes.
    transcriptDrafts.find(userId, recordingId).then(
      (offered) => {
        if (isWanted && offered) setTyped((now) => (now.text === '' ? { ...now, offered } : now));
      },
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [userId, recordingId]);

  function forgetStored() {
    keepNot();
    void transcriptDrafts.forget(userId, recordingId).catch(() => undefined);
  }

  // The sound was heard after all: nobody needs the words of a draft any more.
  const isSaved = row.state === 'saved';
  const forgetNeedless = useEffectEvent(forgetStored);
  useEffect(() => {
    if (isSaved) forgetNeedless();
  }, [isSaved]);

  return {
    ...typed,
    change: (text) => {
      setTyped({ text, isKept: false, offered: null });
      if (text.trim() === '') forgetStored();
      else keepSoon({ userId, recordingId, text, keptAt: Date.now() });
    },
    takeUp: () => setTyped(({ offered }) => ({ text: offered?.text ?? '', isKept: true, offered: null })),
    forget: () => {
      setTyped(nothing);
      forgetStored();
    },
  };
}
