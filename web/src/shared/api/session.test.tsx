import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { FakeServer } from '@/shared/testing/fake-server';
import { renderApp } from '@/shared/testing/render';
import { sessionStorageKey } from './client';
import { useSession } from './session';

function Status() {
  const { state } = useSession();
  return <output>{state.status === 'signed-in' ? state.user.email : state.status}</output>;
}

function keep(changes: object) {
  const kept = JSON.parse(localStorage.getItem(sessionStorageKey) ?? '{}') as object;
  localStorage.setItem(sessionStorageKey, JSON.stringify({ ...kept, ...changes }));
}

it('draws the page of a doctor whose session lasts before the client is there', () => {
  const user = new FakeServer().install().signIn();
  renderApp(<Status />);
  expect(screen.getByText(user.email)).toBeInTheDocument();
});

it('waits for the client where the kept session has run out', () => {
  new FakeServer().install().signIn();
  keep({ expires_at: Math.floor(Date.now() / 1_000) - 5 });
  renderApp(<Status />);
  expect(screen.getByText('loading')).toBeInTheDocument();
});

it('waits for the client where what is kept is no session', () => {
  new FakeServer().install();
  localStorage.setItem(sessionStorageKey, '{broken');
  renderApp(<Status />);
  expect(screen.getByText('loading')).toBeInTheDocument();
});

it('knows a browser without a session to be signed out', () => {
  new FakeServer().install();
  renderApp(<Status />);
  expect(screen.getByText('signed-out')).toBeInTheDocument();
});
