import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { FakeServer } from '@/shared/testing/fake-server';
import { renderApp } from '@/shared/testing/render';
import { routes } from './router';

it('leads from the former address of a new consultation to its page', async () => {
  const server = new FakeServer().install();
  server.signIn();
  const { router } = renderApp(null, { at: '/app/consultation/new', routes });
  expect(await screen.findByRole('heading', { level: 1, name: 'Nuova consultazione' })).toBeInTheDocument();
  expect(router.state.location.pathname).toBe('/app/new-consultation');
});

it('sends a visitor who is not signed in from any protected address to the sign-in, with the origin kept', async () => {
  new FakeServer().install();
  const { router } = renderApp(null, { at: '/app/communication?x=1', routes });
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  expect(router.state.location.state).toMatchObject({ from: { pathname: '/app/communication', search: '?x=1' } });
});
