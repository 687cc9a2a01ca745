import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ConsultationHistory } from '@/features/consultations/components/ConsultationHistory';
import { FakeServer } from '@/shared/testing/fake-server';
import { renderApp } from '@/shared/testing/render';
import { RequireSession } from '../guards';

export const patientId = 'a5f2b7f4-6f0e-4a6b-9a57-0f6f5a3d1c11';
export const consultationId = 'b5f2b7f4-6f0e-4a6b-9a57-0f6f5a3d1c22';
export const transcript = 'Buongiorno dottoressa, sono aumentata di sei chili.';

const said = {
  sections: {
    motivo_visita: [{ text: 'Aumento di sei chili.', evidence: [[23, 50]], source: 'said', support: 'ok' }],
  },
};

/** A doctor, Anna Neri, with one patient, Maria Rossi, and the history of her visits. */
export class PatientReports {
  readonly server = new FakeServer().install();

  constructor() {
    const doctor = this.server.signIn({ full_name: 'Anna Neri' });
    this.server.tables.patients?.push({
      id: patientId,
      user_id: doctor.id,
      first_name: 'Maria',
      last_name: 'Rossi',
      birth_date: '1980-01-31',
      gender: 'female',
    });
  }

  /** A visit whose report says one sentence; `evidence` and `change` are what else a test needs. */
  addConsultation(change: Record<string, string | null> = {}, evidence: object = {}): void {
    this.server.tables.consultations?.push({
      id: consultationId,
      patient_id: patientId,
      user_id: this.server.accounts[0]?.id ?? '',
      created_at: '2026-11-21T13:05:00Z',
      visita: 'prima_visita',
      duration_seconds: 125,
      motivo_visita: 'Aumento di sei chili.',
      esami_parametri: 'Peso 84 kg. [da verificare]',
      transcription: transcript,
      audio_url: null,
      reviewed_at: null,
      evidence: JSON.stringify({ ...said, ...evidence }),
      ...change,
    });
  }

  show() {
    return renderApp(
      <RequireSession>
        <ConsultationHistory patientId={patientId} />
      </RequireSession>,
    );
  }

  async openReport() {
    const user = userEvent.setup();
    this.show();
    await user.click(await screen.findByRole('button', { name: 'Visualizza referto completo' }));
    const dialog = await screen.findByRole('dialog', { name: 'Referto' });
    await within(dialog).findByRole('heading', { name: 'Motivo della visita' });
    return { user, dialog: within(dialog) };
  }
}
