import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { FakeServer } from '@/shared/testing/fake-server';
import { renderApp } from '@/shared/testing/render';
import { routes } from './router';

it('leads from the former address of a new consultation to its page', async () => {
  const server = new FakeServer().install();
  server.signIn();
  const { router } = renderApp(null, { at: '/app/consultation/new?patientId=p1', routes });
  expect(await screen.findByRole('heading', { level: 1, name: 'Nuova consultazione' })).toBeInTheDocument();
  expect(router.state.location.pathname + router.state.location.search).toBe('/app/new-consultation?patientId=p1');
});

it('sends a visitor who is not signed in from any protected address to the sign-in, with the origin kept', async () => {
  new FakeServer().install();
  const { router } = renderApp(null, { at: '/app/communication?x=1', routes });
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  expect(router.state.location.state).toMatchObject({ from: { pathname: '/app/communication', search: '?x=1' } });
});

it('asks for a sign-in also where the protected address leads nowhere, and says inside the frame that it does', async () => {
  const server = new FakeServer().install();
  const visitor = renderApp(null, { at: '/app/nowhere', routes });
  await waitFor(() => expect(visitor.router.state.location.pathname).toBe('/login'));
  expect(visitor.router.state.location.state).toMatchObject({ from: { pathname: '/app/nowhere' } });
  visitor.unmount();
  server.signIn();
  renderApp(null, { at: '/app/nowhere', routes });
  expect(await screen.findByRole('heading', { level: 1, name: 'Pagina non trovata' })).toBeInTheDocument();
  expect(screen.getAllByRole('main')).toHaveLength(1);
  expect(screen.getByRole('link', { name: 'Dashboard' })).toBeInTheDocument();
});
