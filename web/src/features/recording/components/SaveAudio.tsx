import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { RecordingRow } from '@/shared/api/database';
import { recording as words } from '@/shared/i18n/recording.messages';
import { useRecordingAudio } from '../api/sign-recording-audio';

/** Gives the doctor the sound of a recording that became no report. Nothing where the server has none. */
export function SaveAudio({ row }: { row: RecordingRow }) {
  const { data: address } = useRecordingAudio(row, row.state === 'failed');
  if (!address) return null;
  return (
    <Button
      component="a"
      href={address}
      download
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
    >
      {words.found.save}
    </Button>
  );
}
