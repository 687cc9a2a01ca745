import { useState } from 'react';
import { Tabs } from '@mantine/core';
import { auth } from '@/shared/i18n/auth.messages';
import { ResetRequestForm } from './ResetRequestForm';
import { SignInForm } from './SignInForm';
import { SignUpForm, type SignUpFormProps } from './SignUpForm';

/** The three modes of the sign-in page. */
export function LoginPanel(signUp: SignUpFormProps) {
  const [isResetting, setResetting] = useState(false);
  if (isResetting) return <ResetRequestForm onBack={() => setResetting(false)} />;
  return (
    <Tabs defaultValue="sign-in" keepMounted={false}>
      <Tabs.List grow mb="lg">
        <Tabs.Tab value="sign-in" mih={44}>
          {auth.signInTab}
        </Tabs.Tab>
        <Tabs.Tab value="sign-up" mih={44}>
          {auth.signUpTab}
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="sign-in">
        <SignInForm onForgotPassword={() => setResetting(true)} />
      </Tabs.Panel>
      <Tabs.Panel value="sign-up">
        <SignUpForm {...signUp} />
      </Tabs.Panel>
    </Tabs>
  );
}
