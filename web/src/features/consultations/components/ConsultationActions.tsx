import { Button } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { consultations as words } from '@/shared/i18n/consultations.messages';
import { ButtonRow } from '@/shared/ui/ButtonRow';
import type { ConsultationSummary } from '../api/list-consultations';
import { DownloadAudioButton } from './DownloadAudioButton';

interface ConsultationActionsProps {
  consultation: ConsultationSummary;
  onOpen: () => void;
}

/** Read the report, save the sound. */
export function ConsultationActions({ consultation, onOpen }: ConsultationActionsProps) {
  const { audio_url: audioUrl, created_at: at } = consultation;
  return (
    <ButtonRow gap="xs">
      <Button variant="light" px="md" leftSection={<IconFileText size={18} aria-hidden />} onClick={onOpen}>
        {words.history.viewReport}
      </Button>
      {audioUrl ? <DownloadAudioButton audioUrl={audioUrl} at={at} /> : null}
    </ButtonRow>
  );
}
