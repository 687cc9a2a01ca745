import { useEffect, useRef, useState } from 'react';
import { useDebouncedCallback } from '@mantine/hooks';
import { hasLeft } from '@/shared/api/session';
import { draftStore, type ReportDraft } from '../model/draft-store';
import { isSameText, textsOf, type Consultation, type ReportTexts } from '../model/report';

const typingMilliseconds = 400;

export interface DraftInHand {
  /** What is being written; null while the report is read. */
  texts: ReportTexts | null;
  isChanged: boolean;
  /** Whether this browser has on its disk what stands here now. */
  isKept: boolean;
  /** A draft of before, or one just put aside, that can be taken up again. */
  offered: ReportDraft | null;
  begin: () => void;
  change: (texts: ReportTexts) => void;
  /** Leaves the writing. What was changed is offered once more, in case it was a slip. */
  putAside: () => void;
  /** Leaves the writing and gives the texts to whoever saves them; the draft stays until `forget`. */
  handOver: () => void;
  /** Back to the writing, with these texts. */
  takeUp: (texts: ReportTexts) => void;
  forget: () => void;
}

/** The draft of one report, kept in this browser while it is written. */
export function useReportDraft(userId: string, consultation: Consultation): DraftInHand {
  const { id } = consultation;
  const [texts, setTexts] = useState<ReportTexts | null>(null);
  const [basis, setBasis] = useState<ReportTexts>(() => textsOf(consultation));
  const [offered, setOffered] = useState<ReportDraft | null>(null);
  const [isOnDisk, setOnDisk] = useState(false);
  const unkept = useRef<ReportDraft | null>(null);

  useEffect(() => {
    let isWanted = true;
    const offer = (found: ReportDraft | undefined) => {
      if (isWanted && found) setOffered((known) => known ?? found);
    };
    // A browser that keeps nothing (private windows of old) offers nothing: the writing itself goes on.
    draftStore.find(userId, id).then(offer, () => undefined);
    return () => {
      isWanted = false;
    };
  }, [userId, id]);

  function keepNow() {
    const draft = unkept.current;
    unkept.current = null;
    // Who leaves takes everything unsaved along, also what another tab was about to keep.
    if (!draft || hasLeft()) return;
    const isLatest = () => unkept.current === null;
    draftStore.keep(draft).then(
      () => setOnDisk(isLatest()),
      () => undefined,
    );
  }
  const keepSoon = useDebouncedCallback(keepNow, typingMilliseconds);

  // A tab that goes keeps what was typed last.
  useEffect(() => {
    window.addEventListener('pagehide', keepNow);
    return () => {
      window.removeEventListener('pagehide', keepNow);
      keepNow();
    };
  }, []);

  function forget() {
    unkept.current = null;
    setOffered(null);
    void draftStore.forget(userId, id).catch(() => undefined);
  }

  const isChanged = texts !== null && !isSameText(texts, basis);
  return {
    texts,
    isChanged,
    isKept: isChanged && isOnDisk,
    offered,
    begin: () => {
      const current = textsOf(consultation);
      setBasis(current);
      setTexts(current);
    },
    change: (written) => {
      setTexts(written);
      setOffered(null);
      setOnDisk(false);
      unkept.current = { userId, consultationId: id, texts: written, basis, keptAt: Date.now() };
      keepSoon();
    },
    putAside: () => {
      const aside = isChanged ? { userId, consultationId: id, texts, basis, keptAt: Date.now() } : null;
      setTexts(null);
      forget();
      setOffered(aside);
    },
    handOver: () => {
      keepNow();
      setTexts(null);
    },
    takeUp: (taken) => {
      setBasis(textsOf(consultation));
      setTexts(taken);
      setOffered(null);
      setOnDisk(true);
    },
    forget,
  };
}
