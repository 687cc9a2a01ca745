import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RecordingRow } from '@/shared/api/database';
import { forgetConfig } from '@/shared/api/config';
import { expectAccessible } from '@/shared/testing/axe';
import { FakeServer, json } from '@/shared/testing/fake-server';
import { renderApp } from '@/shared/testing/render';
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
