import 'fake-indexeddb/auto';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RecordingRow } from '@/shared/api/database';
import { forgetConfig } from '@/shared/api/config';
import { expectAccessible } from '@/shared/testing/axe';
import { FakeServer, json } from '@/shared/testing/fake-server';
import { renderApp } from '@/shared/testing/render';
import { transcriptDrafts } from '../capture/transcript-drafts';
import { RowDecisions } from './RowDecisions';

const id = 'c5f2b7f4-6f0e-4a6b-9a57-0f6f5a3d1c33';

let server: FakeServer;
beforeEach(() => {
  forgetConfig();
  server = new FakeServer().install();
  server.signIn();
});
afterEach(() => vi.unstubAllGlobals());

function row(change: Partial<RecordingRow>): RecordingRow {
  return {
    id,
    user_id: 'u1',
    patient_id: 'p1',
    visita: 'prima_visita',
    consent_at: '2026-11-21T10:00:00Z',
    mime: 'audio/webm',
    source: 'recording',
    state: 'failed',
    bytes: 100,
    duration_seconds: 60,
    pieces_done: 0,
    pieces_total: 3,
    transcribed_seconds: 0,
    partial_transcript: null,
    error_code: 'empty_transcript',
    consultation_id: null,
    created_at: '2026-11-21T10:00:00Z',
    updated_at: '2026-11-21T10:05:00Z',
    ...change,
  };
}

function keepSound(names: string[]) {
  server.on('POST', '/storage/v1/object/list/consultation-audio', ({ body }) => {
    expect(body).toMatchObject({ prefix: 'u1', search: id });
    return json(names.map((name) => ({ name })));
  });
  server.on('POST', `/storage/v1/object/sign/consultation-audio/u1/${id}.webm`, () =>
    json({ signedURL: `/object/sign/consultation-audio/u1/${id}.webm?token=t` }),
  );
}

describe('a recording that failed on the server', () => {
  it.each(['empty_transcript', 'audio_unreadable', 'audio_too_long', 'internal'])(
    'is tried again, typed, saved as a file, or given up: %s',
    async (error_code) => {
      keepSound([`${id}.webm`]);
      renderApp(<RowDecisions row={row({ error_code })} />);
      const save = await screen.findByRole('link', { name: "Salva l'audio" });
      expect(save.getAttribute('href')).toMatch(/\/u1\/.*\.webm\?token=t&download=visita_2026-11-21\.webm$/);
      expect(screen.getByRole('button', { name: 'Riprova' })).toBeVisible();
      expect(screen.getByRole('textbox', { name: 'Trascrizione della visita' })).toBeVisible();
      expect(screen.getByRole('button', { name: 'Scarta' })).toBeVisible();
      await expectAccessible();
    },
  );

  it('offers no file where the server has none', async () => {
    keepSound([]);
    renderApp(<RowDecisions row={row({})} />);
    await waitFor(() => expect(server.callsTo('POST', '/storage/v1/object/list/consultation-audio')).toHaveLength(1));
    expect(screen.queryByRole('link', { name: "Salva l'audio" })).toBeNull();
  });
});

describe('a transcript that is typed', () => {
  const user = userEvent.setup();
  const field = () => screen.findByRole('textbox', { name: 'Trascrizione della visita' });
  const kept = () => transcriptDrafts.find('u1', id);
  const offer = /^C'è una trascrizione che hai scritto e non inviato, del /;

  beforeEach(() => keepSound([]));
  afterEach(() => transcriptDrafts.forgetAll('u1'));

  async function typeAndGo(text: string) {
    const view = renderApp(<RowDecisions row={row({})} />);
    await user.type(await field(), text);
    view.unmount();
    await waitFor(async () => expect((await kept())?.text).toBe(text));
  }

  it('is offered when the page comes back, to go on with', async () => {
    await typeAndGo('Peso 84 chili.');
    renderApp(<RowDecisions row={row({})} />);
    expect(await screen.findByText(offer)).toBeVisible();
    await expectAccessible();
    await user.click(screen.getByRole('button', { name: 'Riprendi la bozza' }));
    expect(await field()).toHaveValue('Peso 84 chili.');
    expect(await field()).toHaveFocus();
  });

  it('is offered when the page comes back, to throw away', async () => {
    await typeAndGo('Peso 84 chili.');
    renderApp(<RowDecisions row={row({})} />);
    await user.click(await screen.findByRole('button', { name: 'Elimina la bozza' }));
    expect(await field()).toHaveValue('');
    expect(await field()).toHaveFocus();
    await waitFor(async () => expect(await kept()).toBeUndefined());
  });

  it('is kept until the server has it', async () => {
    let isReachable = false;
    server.on('POST', '/functions/v1/recording', () =>
      isReachable ? json({}) : Promise.reject(new TypeError('lost')),
    );
    renderApp(<RowDecisions row={row({})} />);
    await user.type(await field(), 'Peso 84 chili.');
    await user.click(screen.getByRole('button', { name: 'Genera il referto dal testo' }));
    await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2));
    await waitFor(async () => expect((await kept())?.text).toBe('Peso 84 chili.'));
    isReachable = true;
    await user.click(screen.getByRole('button', { name: 'Genera il referto dal testo' }));
    await waitFor(async () => expect(await kept()).toBeUndefined());
  });

  it('goes with the recording that is discarded', async () => {
    server.on('POST', '/functions/v1/recording', () => json({}));
    renderApp(<RowDecisions row={row({})} />);
    await user.type(await field(), 'Peso 84 chili.');
    await waitFor(async () => expect(await kept()).toBeDefined());
    await user.click(screen.getByRole('button', { name: 'Scarta' }));
    const question = within(await screen.findByRole('dialog'));
    await user.click(question.getByRole('button', { name: 'Scarta' }));
    await user.click(await screen.findByRole('button', { name: 'Elimina per sempre' }));
    await waitFor(async () => expect(await kept()).toBeUndefined());
  });

  it('is forgotten once the sound was heard after all', async () => {
    await typeAndGo('Peso 84 chili.');
    renderApp(<RowDecisions row={row({ state: 'saved' })} />);
    await waitFor(async () => expect(await kept()).toBeUndefined());
  });
});
