import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectAccessible } from '@/shared/testing/axe';
import { FakeServer, json } from '@/shared/testing/fake-server';
import { renderApp } from '@/shared/testing/render';
import { RequireSession } from '../guards';
import { Component as History } from './history';

let server: FakeServer;
const user = userEvent.setup();

beforeEach(() => {
  server = new FakeServer().install();
  const doctor = server.signIn();
  server.tables.patients?.push({ id: 'p1', user_id: doctor.id, first_name: 'Nicolò', last_name: 'De Luca' });
  for (let index = 0; index < 30; index += 1) {
    server.tables.consultations?.push({
      id: `c${index}`,
      patient_id: 'p1',
      user_id: doctor.id,
      created_at: `2026-10-${String(30 - index).padStart(2, '0')}T09:00:00Z`,
      visita: 'visita_controllo',
      duration_seconds: null,
      audio_url: null,
      motivo_visita: `Controllo numero ${index}`,
    });
  }
});

function open(at = '/app/history') {
  return renderApp(
    <RequireSession>
      <History />
    </RequireSession>,
    { at },
  );
}

describe('the history', () => {
  it('is loaded page by page, with the page in the address', async () => {
    const { router } = open();
    expect(await screen.findByText('Controllo numero 0')).toBeVisible();
    expect(screen.getAllByRole('article')).toHaveLength(25);
    await user.click(screen.getByRole('button', { name: 'Pagina 2' }));
    expect(await screen.findByText('Controllo numero 29')).toBeVisible();
    expect(router.state.location.search).toBe('?pagina=2');
    const calls = server.callsTo('GET', '/rest/v1/consultations');
    expect(calls.every(({ query }) => query.get('limit') === '25')).toBe(true);
    await expectAccessible();
  });

  it('keeps the focus of the search, and shows the last page where the one of the address is past the end', async () => {
    server.on('POST', '/rest/v1/rpc/search_consultations', () => json({ count: 0, rows: [] }));
    open('/app/history?pagina=3');
    expect(await screen.findByText('Controllo numero 29')).toBeVisible();
    const box = screen.getByRole('searchbox');
    await user.type(box, 'zz');
    expect(await screen.findByText('Nessuna consultazione trovata.')).toBeVisible();
    expect(box).toHaveFocus();
  });

  it('is searched by the server, from the first page, and shown whole again', async () => {
    server.on('POST', '/rest/v1/rpc/search_consultations', ({ body }) =>
      json((body as { search: string }).search === 'luca 7' ? { count: 1, rows: [found] } : { count: 0, rows: [] }),
    );
    const found = {
      ...server.tables.consultations![7],
      patient: { first_name: 'Nicolò', last_name: 'De Luca' },
    };
    open('/app/history?pagina=2');
    const box = await screen.findByRole('searchbox', { name: 'Cerca per paziente o motivo della visita' });
    await user.type(box, 'luca 7');
    expect(await screen.findByText('Controllo numero 7')).toBeVisible();
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
    const [call] = server.callsTo('POST', '/rest/v1/rpc/search_consultations').slice(-1);
    expect(call?.body).toEqual({ search: 'luca 7', first: 0, most: 25 });
    await user.type(screen.getByRole('searchbox'), 'xyz');
    expect(await screen.findByText('Nessuna consultazione trovata.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Mostra tutte le consultazioni' }));
    expect(await screen.findByText('Controllo numero 0')).toBeVisible();
    expect(screen.getByRole('searchbox')).toHaveValue('');
  });
});
