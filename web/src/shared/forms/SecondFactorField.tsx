import { useEffect, useRef } from 'react';
import { TextInput, type TextInputProps } from '@mantine/core';
import { auth } from '../i18n/auth.messages';

/** Where the code of an authenticator is typed: digits on a phone's keyboard, and the system may fill it in. */
export function SecondFactorField(props: TextInputProps) {
  const field = useRef<HTMLInputElement>(null);
  // It comes as a second step, often in a dialog that stands already: the button before it took the focus along.
  useEffect(() => field.current?.focus(), []);
  return (
    <TextInput
      ref={field}
      label={auth.secondFactor.code}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={8}
      data-autofocus
      {...props}
    />
  );
}
