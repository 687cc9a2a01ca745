import { useState } from 'react';
import { Button, Group } from '@mantine/core';
import { IconDownload, IconFileText } from '@tabler/icons-react';
import { formatDate } from '@/shared/format/dates';
import { consultations as words } from '@/shared/i18n/consultations.messages';
import { describeError } from '@/shared/i18n/errors.messages';
import { notifyError } from '@/shared/ui/notify';
import type { ConsultationSummary } from '../api/list-consultations';
import { signAudio } from '../api/sign-audio';
import { audioFileName } from '../model/report';

interface ConsultationActionsProps {
  consultation: ConsultationSummary;
  onOpen: () => void;
}

/** Read the report, save the sound. */
export function ConsultationActions({ consultation, onOpen }: ConsultationActionsProps) {
  const { audio_url: audioUrl, created_at: at } = consultation;
  const [isBusy, setBusy] = useState(false);

  async function download(address: string) {
    setBusy(true);
    try {
      const link = document.createElement('a');
      link.href = await signAudio(address, audioFileName(address, formatDate(at)));
      link.click();
    } catch (error) {
      notifyError(words.errors.audio(describeError(error)));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Group gap="xs">
      <Button variant="light" px="md" leftSection={<IconFileText size={18} aria-hidden />} onClick={onOpen}>
        {words.history.viewReport}
      </Button>
      {audioUrl ? (
        <Button
          variant="default"
          px="md"
          loading={isBusy}
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() => void download(audioUrl)}
        >
          {words.history.downloadAudio}
        </Button>
      ) : null}
    </Group>
  );
}
