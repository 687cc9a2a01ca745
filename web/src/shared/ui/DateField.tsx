import { useState } from 'react';
import { TextInput } from '@mantine/core';
import { formatDate, parseDate } from '../format/dates';
import { common } from '../i18n/common.messages';

interface DateFieldProps {
  label: string;
  flex?: string;
  /** The wire's date once one is written; nothing when the field is emptied. */
  onDate: (date: string) => void;
}

/** A day, typed: a native date field follows the browser's language, not the application's. */
export function DateField({ label, flex, onDate }: DateFieldProps) {
  const [text, setText] = useState('');
  const [isLeft, setLeft] = useState(false);
  const date = parseDate(text);
  const isWrong = isLeft && text.trim() !== '' && date === null;

  function write(written: string) {
    setText(written);
    setLeft(false);
    const day = parseDate(written);
    if (day !== null || written.trim() === '') onDate(day ?? '');
  }

  function leave() {
    setLeft(true);
    if (date !== null) setText(formatDate(date));
  }

  return (
    <TextInput
      label={label}
      inputMode="numeric"
      placeholder={common.date.placeholder}
      error={isWrong ? common.date.invalid : null}
      value={text}
      onChange={({ currentTarget }) => write(currentTarget.value)}
      onBlur={leave}
      {...(flex === undefined ? {} : { flex })}
    />
  );
}
