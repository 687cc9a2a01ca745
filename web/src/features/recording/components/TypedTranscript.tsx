import { useRef, useState, type SyntheticEvent } from 'react';
import { Button, Stack, Text, Textarea } from '@mantine/core';
import { DraftOffer } from '@/shared/drafts/DraftOffer';
import { LeaveGuard } from '@/shared/forms/LeaveGuard';
import { formatDate, formatTime } from '@/shared/format/dates';
import { useFocusOnStep } from '@/shared/hooks/use-focus-on-step';
import { recording } from '@/shared/i18n/recording.messages';
import { useRecorderState } from '../capture/the-recorder';
import { isCapturing } from '../model/recording-state';
import type { TypedTranscriptInHand } from './use-typed-transcript';

const words = recording.waiting;

interface TypedTranscriptProps {
  typed: TypedTranscriptInHand;
  isBusy: boolean;
  onSubmit: (text: string) => void;
}

/** The words of the visit, typed in the place of its sound; a draft of before is offered first. */
export function TypedTranscript({ typed, isBusy, onSubmit }: TypedTranscriptProps) {
  const { text, isKept, offered } = typed;
  const [error, setError] = useState<string | null>(null);
  // One question at a time: that of the microphone comes first.
  const isRecording = isCapturing(useRecorderState());
  const field = useRef<HTMLTextAreaElement>(null);
  useFocusOnStep(offered === null, () => field.current);

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    const isEmpty = text.trim() === '';
    setError(isEmpty ? words.typeEmpty : null);
    if (!isEmpty) onSubmit(text.trim());
  }

  if (offered) {
    const at = new Date(offered.keptAt).toISOString();
    return (
      <DraftOffer onTakeUp={typed.takeUp} onForget={typed.forget}>
        <Text>{words.offer(formatDate(at), formatTime(at))}</Text>
      </DraftOffer>
    );
  }
  return (
    <form onSubmit={submit}>
      {text.trim() !== '' && !isRecording ? (
        <LeaveGuard words={{ ...words.unsent, text: isKept ? words.unsent.keptText : words.unsent.text }} />
      ) : null}
      <Stack gap="sm" align="flex-start">
        <Textarea
          ref={field}
          w="100%"
          label={words.typeLabel}
          description={words.typeHint}
          autosize
          minRows={4}
          maxRows={16}
          value={text}
          error={error}
          onChange={(event) => typed.change(event.currentTarget.value)}
        />
        <Button type="submit" loading={isBusy}>
          {words.typeSubmit}
        </Button>
      </Stack>
    </form>
  );
}
