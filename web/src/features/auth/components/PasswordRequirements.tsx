import { List, ThemeIcon, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCircleDashed } from '@tabler/icons-react';
import { auth } from '@/shared/i18n/auth.messages';
import { passwordRules } from '../api/update-password';

const words = auth.newPassword;

/** The rules, ticked off while the doctor types. */
export function PasswordRequirements({ password }: { password: string }) {
  return (
    <List size="sm" spacing={4} aria-label={words.requirementsLabel} center listStyleType="none">
      {passwordRules.map(({ name, isMet }) => {
        const met = isMet(password);
        return (
          <List.Item
            key={name}
            icon={
              <ThemeIcon
                size={20}
                radius="xl"
                variant={met ? 'filled' : 'light'}
                color={met ? 'teal' : 'gray'}
                aria-hidden
              >
                {met ? <IconCheck size={14} /> : <IconCircleDashed size={14} />}
              </ThemeIcon>
            }
          >
            {words.requirements[name]}
            <VisuallyHidden>: {met ? words.requirementMet : words.requirementUnmet}</VisuallyHidden>
          </List.Item>
        );
      })}
    </List>
  );
}
