import { useState } from 'react';
import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { common } from '@/shared/i18n/common.messages';

interface PasswordFieldProps extends PasswordInputProps {
  /** Whether the form asks for one password: then nothing else in it has that name. */
  isOnly?: boolean;
}

/** A password that can be looked at: the eye is a button with a name, for keyboard and screen reader too. */
export function PasswordField({ isOnly = false, ...props }: PasswordFieldProps) {
  const [isVisible, setVisible] = useState(false);
  const words = isOnly ? common.characters : common.password;
  return (
    <PasswordInput
      {...props}
      visible={isVisible}
      onVisibilityChange={setVisible}
      visibilityToggleButtonProps={{
        'aria-label': isVisible ? words.hide : words.show,
        'aria-hidden': false,
        tabIndex: 0,
      }}
    />
  );
}
