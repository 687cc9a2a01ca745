import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { expectAccessible } from '@/shared/testing/axe';
import { FakeServer } from '@/shared/testing/fake-server';
import { renderApp } from '@/shared/testing/render';
import { Component as Login } from './login';

let server: FakeServer;
const user = userEvent.setup();

beforeEach(() => {
  server = new FakeServer().install();
});

const open = () => renderApp(<Login />, { at: '/login' });
const whereLed = () => screen.findByTestId('address');

async function enterPassword() {
  await user.type(await screen.findByLabelText('Email'), 'dott.rossi@example.it');
  await user.type(screen.getByLabelText('Password'), 'Segreta123');
  await user.click(screen.getByRole('button', { name: 'Accedi' }));
}

async function enterCode(code: string) {
  await user.type(await screen.findByLabelText('Codice di verifica'), code);
  await user.click(screen.getByRole('button', { name: 'Verifica' }));
}

it('asks an account with a second factor for its code, and only then lets it in', async () => {
  server.addAccount({ factorCode: '123456' });
  open();
  await enterPassword();
  await screen.findByLabelText('Codice di verifica');
  expect(screen.queryByTestId('address')).not.toBeInTheDocument();
  await expectAccessible();
  await enterCode('12');
  expect(await screen.findByText('Il codice ha sei cifre.')).toBeInTheDocument();
  await user.clear(screen.getByLabelText('Codice di verifica'));
  await enterCode('654321');
  expect(await screen.findByRole('alert')).toHaveTextContent('Il codice non è corretto o è già stato usato.');
  await enterCode('123 456');
  expect(await whereLed()).toHaveTextContent('/app');
});

it('asks an account without one for nothing more', async () => {
  server.addAccount();
  open();
  await enterPassword();
  expect(await whereLed()).toHaveTextContent('/app');
});

it('leads back to the password from a code that cannot be given', async () => {
  server.signIn({ factorCode: '123456' });
  open();
  await user.click(await screen.findByRole('button', { name: 'Torna al login' }));
  expect(await screen.findByLabelText('Password')).toBeInTheDocument();
});
