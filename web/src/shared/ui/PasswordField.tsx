import { useState } from 'react';
import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { common } from '@/shared/i18n/common.messages';

/** A password that can be looked at: the eye is a button with a name, for keyboard and screen reader too. */
export function PasswordField(props: PasswordInputProps) {
  const [isVisible, setVisible] = useState(false);
  return (
    <PasswordInput
      {...props}
      visible={isVisible}
      onVisibilityChange={setVisible}
      visibilityToggleButtonProps={{
        'aria-label': isVisible ? common.password.hide : common.password.show,
        'aria-hidden': false,
        tabIndex: 0,
      }}
    />
  );
}
