import { useEffect, useEffectEvent, useReducer, useRef } from 'react';
import { useDraftKeeper } from '@/shared/drafts/use-draft-keeper';
import { reportDrafts, type ReportDraft } from '../model/report-drafts';
import { isSameText, type Consultation, type ReportTexts } from '../model/report';
import { draftAfter, nothingWritten, type Writing } from '../model/writing';

/** For so long the beginning of the writing waits for a browser that is slow to tell of a draft. */
const lookMilliseconds = 5_000;

export interface DraftInHand {
  /** What is being written; null while the report is read. */
  writing: Writing | null;
  isChanged: boolean;
  /** Whether this browser has on its disk what stands here now. */
  isKept: boolean;
  /** A draft of before, or one just put aside, that can be taken up again. */
  offered: ReportDraft | null;
  /** Begins to write, with the draft that is on offer if there is one. */
  begin: () => void;
  change: (texts: ReportTexts) => void;
  /** Leaves the writing. What was changed is offered once more, in case it was a slip. */
  putAside: () => void;
  /** Leaves the writing and gives the texts to whoever saves them; the draft stays until `forget`. */
  handOver: () => void;
  /** Back to a writing, upon the report as it is now. */
  takeUp: (draft: Pick<ReportDraft, 'texts' | 'basis'>, now?: Consultation) => void;
  forget: () => void;
}

/** What this browser kept of a report. One that keeps nothing (private windows of old) offers nothing. */
function lookFor(userId: string, id: string): Promise<ReportDraft | undefined> {
  return reportDrafts.find(userId, id).catch(() => undefined);
}

function late(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, lookMilliseconds));
}

/** The draft of one report, kept in this browser while it is written. */
export function useReportDraft(userId: string, consultation: Consultation): DraftInHand {
  const { id } = consultation;
  const [{ writing, offered, isOnDisk }, dispatch] = useReducer(draftAfter, nothingWritten);
  const { keepNow, keepSoon, keepNot } = useDraftKeeper(reportDrafts, ({ texts }) => dispatch({ type: 'kept', texts }));
  const looked = useRef<Promise<void>>(Promise.resolve());
  useEffect(() => {
    let isWanted = true;
    const looking = lookFor(userId, id).then((draft) => {
      if (isWanted && draft) dispatch({ type: 'found', draft });
    });
    looked.current = Promise.race([looking, late()]);
    return () => {
      isWanted = false;
    };
  }, [userId, id]);

  function draftOf(texts: ReportTexts, basis: ReportTexts): ReportDraft {
    return { userId, consultationId: id, texts, basis, keptAt: Date.now() };
  }

  const keepWritten = useEffectEvent(({ texts, basis }: Writing) => keepSoon(draftOf(texts, basis.texts)));
  useEffect(() => {
    if (writing && !isOnDisk) keepWritten(writing);
  }, [writing, isOnDisk]);

  function forgetStored() {
    keepNot();
    void reportDrafts.forget(userId, id).catch(() => undefined);
  }

  const isChanged = writing !== null && !isSameText(writing.texts, writing.basis.texts);
  return {
    writing,
    isChanged,
    isKept: isChanged && isOnDisk,
    offered,
    begin: () => void looked.current.then(() => dispatch({ type: 'begin', now: consultation })),
    change: (texts) => dispatch({ type: 'change', texts }),
    putAside: () => {
      dispatch({ type: 'putAside', draft: isChanged ? draftOf(writing.texts, writing.basis.texts) : null });
      forgetStored();
    },
    handOver: () => {
      keepNow();
      dispatch({ type: 'handOver' });
    },
    takeUp: (draft, now = consultation) => dispatch({ type: 'takeUp', draft, now }),
    forget: () => {
      dispatch({ type: 'forget' });
      forgetStored();
    },
  };
}
