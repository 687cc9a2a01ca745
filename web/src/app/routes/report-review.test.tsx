import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectAccessible } from '@/shared/testing/axe';
import { json } from '@/shared/testing/fake-server';
import { consultationId, PatientReports } from '../testing/patient-reports';

const markName = 'Segna come revisionato';
const weightDoubt = 'Peso 84 kg, ma 64 kg nella visita del 01/11/2026 (20 giorni fa).';

let reports: PatientReports;
beforeEach(() => {
  reports = new PatientReports();
});

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

describe('who wrote the report', () => {
  it('is the built-in analyser where no model is set up', async () => {
    reports.addConsultation({}, { writer: { kind: 'builtin' } });
    const { dialog } = await reports.openReport();
    expect(dialog.getByText(/Scritto dall'analizzatore integrato, senza modello linguistico/)).toBeVisible();
  });

  it('is told plainly when the model failed', async () => {
    reports.addConsultation({}, { writer: { kind: 'builtin', model: 'qwen', host: 'llm.local', fallback: 'timeout' } });
    const { dialog } = await reports.openReport();
    expect(dialog.getByRole('alert')).toHaveTextContent(
      "Scritto dall'analizzatore integrato: il modello linguistico non ha risposto in tempo.",
    );
  });

  it('is the model, on its machine, with the sentences that fell', async () => {
    reports.addConsultation(
      {},
      { writer: { kind: 'model', model: 'qwen', host: 'llm.local:8080', kept: 9, replaced: 2 } },
    );
    const { dialog } = await reports.openReport();
    expect(dialog.getByText(/Scritto dal modello linguistico qwen \(llm.local:8080\)/)).toHaveTextContent(
      '2 frasi non hanno superato i controlli',
    );
  });

  it('is not guessed for a report of another program', async () => {
    reports.addConsultation();
    const { dialog } = await reports.openReport();
    expect(dialog.queryByText(/Scritto da/)).toBeNull();
  });
});

describe('the sections', () => {
  it('say whether they were discussed', async () => {
    reports.addConsultation({}, { discussed: { motivo_visita: true, storia_medica: false } });
    const { dialog } = await reports.openReport();
    const sectionOf = (name: string) => within(dialog.getByRole('region', { name }));
    expect(sectionOf('Motivo della visita').getByText('discusso')).toBeVisible();
    expect(sectionOf('Storia medica').getByText('non discusso')).toBeVisible();
  });
});

describe('the review', () => {
  it('waits until every value in doubt is confirmed, and says which were', async () => {
    reports.addConsultation({}, inDoubt);
    reports.server.on('POST', '/functions/v1/review', () => json({ success: true }));
    const { user, dialog } = await reports.openReport();
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
    const call = reports.server.calls.find(({ path }) => path === '/functions/v1/review');
    expect(call?.body).toEqual({ consultationId, action: 'mark', confirmed: ['peso_kg', 'dose:metformina'] });
  });

  it('is shown with its time and can be taken back', async () => {
    reports.addConsultation({ reviewed_at: '2026-11-22T09:30:00Z' });
    reports.server.on('POST', '/functions/v1/review', () => json({ success: true }));
    const { user, dialog } = await reports.openReport();
    expect(dialog.getByText(/^Revisionato dal medico il 22\/11\/2026, /)).toBeVisible();
    expect(dialog.queryByRole('button', { name: markName })).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Riapri la revisione' }));
    await waitFor(() =>
      expect(reports.server.calls.find(({ path }) => path === '/functions/v1/review')?.body).toEqual({
        consultationId,
        action: 'reopen',
      }),
    );
  });

  it('is not given to words that were changed elsewhere: they are shown first', async () => {
    reports.server.tables.report_versions?.push({ id: 'v1', consultation_id: consultationId, number: 1 });
    reports.addConsultation();
    reports.server.on('POST', '/functions/v1/review', () => json({ success: true }));
    const { user, dialog } = await reports.openReport();
    Object.assign(reports.server.tables.consultations?.[0] ?? {}, { storia_medica: 'Diabetica.' });
    reports.server.tables.report_versions?.push({ id: 'v2', consultation_id: consultationId, number: 2 });
    await user.click(dialog.getByRole('button', { name: markName }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      "Revisione non riuscita: il referto è stato cambiato altrove: rileggilo com'è ora.",
    );
    expect(await dialog.findByText('Diabetica.')).toBeVisible();
    expect(reports.server.callsTo('POST', '/functions/v1/review')).toHaveLength(0);
  });

  it('tells when it failed', async () => {
    reports.addConsultation();
    reports.server.on('POST', '/functions/v1/review', () =>
      json({ error: 'Consultation not found', code: 'not_found' }, 404),
    );
    const { user, dialog } = await reports.openReport();
    await user.click(dialog.getByRole('button', { name: markName }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('Revisione non riuscita');
  });
});
