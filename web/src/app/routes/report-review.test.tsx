import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { RequireSession } from '../guards';
import { expectAccessible } from '@/shared/testing/axe';
import { FakeServer, json } from '@/shared/testing/fake-server';
import { renderApp } from '@/shared/testing/render';
import { ConsultationHistory } from '@/features/consultations/components/ConsultationHistory';

const patientId = 'a5f2b7f4-6f0e-4a6b-9a57-0f6f5a3d1c11';
const consultationId = 'b5f2b7f4-6f0e-4a6b-9a57-0f6f5a3d1c22';
const markName = 'Segna come revisionato';
const weightDoubt = 'Peso 84 kg, ma 64 kg nella visita del 01/11/2026 (20 giorni fa).';

let server: FakeServer;
beforeEach(() => {
  server = new FakeServer().install();
  const doctor = server.signIn({ full_name: 'Anna Neri' });
  server.tables.patients?.push({
    id: patientId,
    user_id: doctor.id,
    first_name: 'Maria',
    last_name: 'Rossi',
    birth_date: '1980-01-31',
    gender: 'female',
  });
});

const said = {
  sections: {
    motivo_visita: [{ text: 'Aumento di sei chili.', evidence: [[23, 50]], source: 'said', support: 'ok' }],
  },
};

function addConsultation(evidence: object, change: Record<string, string | null> = {}) {
  server.tables.consultations?.push({
    id: consultationId,
    patient_id: patientId,
    user_id: server.accounts[0]?.id ?? '',
    created_at: '2026-11-21T13:05:00Z',
    visita: 'prima_visita',
    duration_seconds: 125,
    motivo_visita: 'Aumento di sei chili.',
    transcription: 'Buongiorno dottoressa, sono aumentata di sei chili.',
    audio_url: null,
    reviewed_at: null,
    evidence: JSON.stringify({ ...said, ...evidence }),
    ...change,
  });
}

const inDoubt = {
  checks: [
    {
      key: 'peso_kg',
      value: '84 kg',
      earlier: '64 kg',
      quote: 'ottantaquattro chili',
      message: weightDoubt,
      state: 'open',
    },
    {
      key: 'dose:metformina',
      value: '',
      earlier: '',
      quote: '',
      message: 'Dose di metformina 1000 mg.',
      state: 'open',
    },
  ],
};

async function openReport() {
  const user = userEvent.setup();
  renderApp(
    <RequireSession>
      <ConsultationHistory patientId={patientId} />
    </RequireSession>,
  );
  await user.click(await screen.findByRole('button', { name: 'Visualizza referto completo' }));
  const dialog = await screen.findByRole('dialog', { name: 'Referto' });
  await within(dialog).findByRole('heading', { name: 'Motivo della visita' });
  return { user, dialog: within(dialog) };
}

describe('who wrote the report', () => {
  it('is the built-in analyser where no model is set up', async () => {
    addConsultation({ writer: { kind: 'builtin' } });
    const { dialog } = await openReport();
    expect(dialog.getByText(/Scritto dall'analizzatore integrato, senza modello linguistico/)).toBeVisible();
  });

  it('is told plainly when the model failed', async () => {
    addConsultation({ writer: { kind: 'builtin', model: 'qwen', host: 'llm.local', fallback: 'timeout' } });
    const { dialog } = await openReport();
    expect(dialog.getByRole('alert')).toHaveTextContent(
      "Scritto dall'analizzatore integrato: il modello linguistico non ha risposto in tempo.",
    );
  });

  it('is the model, on its machine, with the sentences that fell', async () => {
    addConsultation({ writer: { kind: 'model', model: 'qwen', host: 'llm.local:8080', kept: 9, replaced: 2 } });
    const { dialog } = await openReport();
    expect(dialog.getByText(/Scritto dal modello linguistico qwen \(llm.local:8080\)/)).toHaveTextContent(
      '2 frasi non hanno superato i controlli',
    );
  });

  it('is not guessed for a report of another program', async () => {
    addConsultation({});
    const { dialog } = await openReport();
    expect(dialog.queryByText(/Scritto da/)).toBeNull();
  });
});

describe('the sections', () => {
  it('say whether they were discussed', async () => {
    addConsultation({ discussed: { motivo_visita: true, storia_medica: false } });
    const { dialog } = await openReport();
    const sectionOf = (name: string) => within(dialog.getByRole('region', { name }));
    expect(sectionOf('Motivo della visita').getByText('discusso')).toBeVisible();
    expect(sectionOf('Storia medica').getByText('non discusso')).toBeVisible();
  });
});

describe('the review', () => {
  it('waits until every value in doubt is confirmed, and says which were', async () => {
    addConsultation(inDoubt);
    server.on('POST', '/functions/v1/review', () => json({ success: true }));
    const { user, dialog } = await openReport();
    const review = within(dialog.getByRole('region', { name: 'Revisione' }));
    expect(review.getByText('Non ancora revisionato dal medico')).toBeVisible();
    expect(review.getByText('Dalle parole della visita: «ottantaquattro chili»')).toBeVisible();
    expect(review.getByRole('button', { name: markName })).toBeDisabled();
    await user.click(review.getByRole('checkbox', { name: weightDoubt }));
    expect(review.getByRole('button', { name: markName })).toBeDisabled();
    await user.click(review.getByRole('checkbox', { name: 'Dose di metformina 1000 mg.' }));
    await expectAccessible();
    await user.click(review.getByRole('button', { name: markName }));
    await waitFor(() => expect(screen.getByText('Referto revisionato.')).toBeVisible());
    const call = server.calls.find(({ path }) => path === '/functions/v1/review');
    expect(call?.body).toEqual({ consultationId, action: 'mark', confirmed: ['peso_kg', 'dose:metformina'] });
  });

  it('is shown with its time and can be taken back', async () => {
    addConsultation({}, { reviewed_at: '2026-11-22T09:30:00Z' });
    server.on('POST', '/functions/v1/review', () => json({ success: true }));
    const { user, dialog } = await openReport();
    expect(dialog.getByText(/^Revisionato dal medico il 22\/11\/2026, /)).toBeVisible();
    expect(dialog.queryByRole('button', { name: markName })).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Riapri la revisione' }));
    await waitFor(() =>
      expect(server.calls.find(({ path }) => path === '/functions/v1/review')?.body).toEqual({
        consultationId,
        action: 'reopen',
      }),
    );
  });

  it('tells when it failed', async () => {
    addConsultation({});
    server.on('POST', '/functions/v1/review', () => json({ error: 'Consultation not found', code: 'not_found' }, 404));
    const { user, dialog } = await openReport();
    await user.click(dialog.getByRole('button', { name: markName }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('Revisione non riuscita');
  });
});
