import 'fake-indexeddb/auto';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { vi } from 'vitest';
import { ReportDialog } from '@/features/consultations/components/ReportDialog';
import { FakeServer, json } from '@/shared/testing/fake-server';
import { renderApp } from '@/shared/testing/render';
import { RequireSession } from '../guards';

const transcript = 'Buongiorno dottoressa. Sono aumentata di sei chili. La sera mangio tardi.';

export const evidence = {
  sections: {
    motivo_visita: [
      { text: 'Aumento di sei chili.', evidence: [[23, 50]], audio: [[4.5, 8]], source: 'said', support: 'ok' },
    ],
  },
  transcript: {
    segments: [
      [0, 22, 0, 4],
      [23, 51, 4.5, 8],
      [52, 73, 9, 12],
    ],
  },
};

/** The visit of Maria Rossi and her doctor Anna Neri: each has a consultation of its own, so that no draft is found twice. */
export class Visit {
  readonly server = new FakeServer().install();
  readonly doctor = this.server.signIn({ full_name: 'Anna Neri' }).id;
  readonly id = crypto.randomUUID();

  constructor() {
    this.server.tables.patients?.push({ id: 'p1', user_id: this.doctor, first_name: 'Maria', last_name: 'Rossi' });
    this.server.on('POST', '/storage/v1/object/sign/consultation-audio/u1/r1.webm', () =>
      json({ signedURL: '/object/sign/consultation-audio/u1/r1.webm?token=t' }),
    );
  }

  /** The report as the server has it. */
  get row() {
    return this.server.tables.consultations?.find(({ id }) => id === this.id);
  }

  async open(change: Record<string, string | number | null> = {}) {
    this.server.tables.consultations?.push({
      id: this.id,
      patient_id: 'p1',
      user_id: this.doctor,
      created_at: '2026-11-21T13:05:00Z',
      visita: 'prima_visita',
      duration_seconds: 12,
      motivo_visita: 'Aumento di sei chili.',
      esami_parametri: 'Peso 84 kg. [da verificare]',
      transcription: transcript,
      audio_url: 'consultation-audio/u1/r1.webm',
      evidence: JSON.stringify(evidence),
      ...change,
    });
    return this.reopen();
  }

  async reopen() {
    const user = userEvent.setup();
    const onClose = vi.fn();
    const view = renderApp(
      <RequireSession>
        <ReportDialog consultationId={this.id} onClose={onClose} />
      </RequireSession>,
      { at: '/app/patients/p1' },
    );
    const dialog = within(await screen.findByRole('dialog', { name: 'Referto' }));
    await dialog.findByRole('heading', { name: 'Motivo della visita' });
    return { user, dialog, onClose, view };
  }
}
