import { useId, useRef } from 'react';
import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { recording as words } from '@/shared/i18n/recording.messages';
import classes from './FilePicker.module.css';

interface FilePickerProps {
  isDisabled: boolean;
  isBusy: boolean;
  onPick: (file: File) => void;
}

/** A real file field, hidden behind a button that is its label: keyboard and screen readers meet the field. */
export function FilePicker({ isDisabled, isBusy, onPick }: FilePickerProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  return (
    <div className={classes.picker}>
      <input
        ref={field}
        id={id}
        className={classes.field}
        type="file"
        accept="audio/*,.mp3,.wav,.ogg,.m4a"
        disabled={isDisabled || isBusy}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // The same file may be chosen again after an error.
          currentTarget.value = '';
          if (file) onPick(file);
        }}
      />
      <Button
        component="label"
        htmlFor={id}
        variant="default"
        data-disabled={isDisabled || undefined}
        loading={isBusy}
        leftSection={<IconUpload size={18} aria-hidden />}
      >
        {words.upload}
      </Button>
    </div>
  );
}
