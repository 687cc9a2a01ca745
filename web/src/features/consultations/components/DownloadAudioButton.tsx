import { useState } from 'react';
import { ActionIcon, Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { formatDate } from '@/shared/format/dates';
import { consultations as words } from '@/shared/i18n/consultations.messages';
import { describeError } from '@/shared/i18n/errors.messages';
import { notifyError } from '@/shared/ui/notify';
import { signAudio } from '../api/sign-audio';
import { audioFileName } from '../model/report';

interface DownloadAudioButtonProps {
  audioUrl: string;
  /** When the visit was. */
  at: string;
  /** Where there is little room, the sign alone. */
  isIcon?: boolean;
}

/** Saves the sound of a visit from an address that is made for it. */
export function DownloadAudioButton({ audioUrl, at, isIcon = false }: DownloadAudioButtonProps) {
  const [isBusy, setBusy] = useState(false);

  async function download() {
    setBusy(true);
    try {
      const link = document.createElement('a');
      link.href = await signAudio(audioUrl, audioFileName(audioUrl, formatDate(at)));
      link.click();
    } catch (error) {
      notifyError(words.errors.audio(describeError(error)));
    } finally {
      setBusy(false);
    }
  }

  const icon = <IconDownload size={isIcon ? 22 : 18} aria-hidden />;
  const name = words.history.downloadAudio;
  return isIcon ? (
    <ActionIcon
      variant="subtle"
      size={44}
      aria-label={name}
      title={name}
      loading={isBusy}
      onClick={() => void download()}
    >
      {icon}
    </ActionIcon>
  ) : (
    <Button variant="default" px="md" loading={isBusy} leftSection={icon} onClick={() => void download()}>
      {name}
    </Button>
  );
}
