import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { reportDrafts } from '@/features/consultations/model/report-drafts';
import { json, tableError } from '@/shared/testing/fake-server';
import { Visit } from './report-dialog.fixture';

let visit: Visit;
beforeEach(() => {
  visit = new Visit();
});

type Opened = Awaited<ReturnType<Visit['open']>>;

const kept = () => reportDrafts.find(visit.doctor, visit.id);
const saves = () => visit.server.callsTo('PATCH', '/rest/v1/consultations');

async function write({ dialog, user }: Opened, text: string, section = 'Storia medica') {
  await user.click(dialog.getByRole('button', { name: 'Modifica' }));
  await user.type(await dialog.findByRole('textbox', { name: section }), text);
}

/** A report whose writing ended with the tab. */
async function openWithDraft() {
  const opened = await visit.open();
  await write(opened, 'Ipertesa.');
  opened.view.unmount();
  await waitFor(async () => expect(await kept()).toBeDefined());
  const again = await visit.reopen();
  await again.dialog.findByRole('button', { name: 'Riprendi la bozza' });
  return again;
}

/** Another device saves a section of the report. */
function saveElsewhere(change: Record<string, string>) {
  Object.assign(visit.row ?? {}, change);
  visit.server.tables.report_versions?.push({ id: 'v2', consultation_id: visit.id, number: 2 });
}

describe('a draft', () => {
  it('survives the page and is offered again', async () => {
    const first = await visit.open();
    await first.user.click(first.dialog.getByRole('button', { name: 'Modifica' }));
    await first.user.type(await first.dialog.findByRole('textbox', { name: 'Storia medica' }), 'Ipertesa.');
    first.view.unmount();
    const { dialog, user } = await visit.reopen();
    await user.click(await dialog.findByRole('button', { name: 'Riprendi la bozza' }));
    expect(dialog.getByRole('textbox', { name: 'Motivo della visita' })).toHaveFocus();
    expect(dialog.getByRole('textbox', { name: 'Storia medica' })).toHaveValue('Ipertesa.');
    expect(visit.server.callsTo('PATCH', '/rest/v1/consultations')).toHaveLength(0);
    await user.click(dialog.getByRole('button', { name: 'Salva' }));
    expect(await screen.findByText('Referto aggiornato.')).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Riprendi la bozza' })).toBeNull();
  });

  it('that was put aside by a slip can be taken up, or thrown away', async () => {
    const { dialog, user } = await visit.open();
    await user.click(dialog.getByRole('button', { name: 'Modifica' }));
    await user.type(dialog.getByRole('textbox', { name: 'Storia medica' }), 'Ipertesa.');
    await user.click(dialog.getByRole('button', { name: 'Annulla' }));
    expect(dialog.queryByText('Ipertesa.')).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Riprendi la bozza' }));
    expect(dialog.getByRole('textbox', { name: 'Storia medica' })).toHaveValue('Ipertesa.');
    await user.click(dialog.getByRole('button', { name: 'Annulla' }));
    await user.click(dialog.getByRole('button', { name: 'Elimina la bozza' }));
    expect(document.querySelector('[data-report-title]')).toHaveFocus();
    expect(dialog.queryByRole('button', { name: 'Riprendi la bozza' })).toBeNull();
  });

  it('that was put aside is kept again once it is taken up', async () => {
    const opened = await visit.open();
    await write(opened, 'Ipertesa.');
    const { dialog, user } = opened;
    await user.click(dialog.getByRole('button', { name: 'Annulla' }));
    await waitFor(async () => expect(await kept()).toBeUndefined());
    await user.click(dialog.getByRole('button', { name: 'Riprendi la bozza' }));
    expect(await dialog.findByText('Bozza conservata in questo browser')).toBeVisible();
    expect((await kept())?.texts.storia_medica).toBe('Ipertesa.');
  });

  it('on offer is what Modifica goes on with', async () => {
    const { dialog, user } = await openWithDraft();
    await user.click(dialog.getByRole('button', { name: 'Modifica' }));
    expect(await dialog.findByRole('textbox', { name: 'Storia medica' })).toHaveValue('Ipertesa.');
    await user.click(dialog.getByRole('button', { name: 'Annulla' }));
    expect(dialog.getByRole('button', { name: 'Riprendi la bozza' })).toBeVisible();
  });

  it('on offer outlives the return to a former version, and leaves what it brought back alone', async () => {
    visit.server.tables.report_versions?.push(
      {
        id: 'v1',
        consultation_id: visit.id,
        number: 1,
        created_at: '2026-11-21T10:00:00Z',
        note_specialista: 'Prima.',
      },
      { id: 'v2', consultation_id: visit.id, number: 2, created_at: '2026-11-22T10:00:00Z' },
    );
    const { dialog, user } = await openWithDraft();
    await user.click(dialog.getByRole('button', { name: 'Versioni' }));
    await user.click(await dialog.findByRole('button', { name: 'Ripristina questa versione' }));
    expect(await screen.findByText('Prima stesura ripristinata.')).toBeVisible();
    expect((await kept())?.texts.storia_medica).toBe('Ipertesa.');
    await user.click(dialog.getByRole('button', { name: 'Riprendi la bozza' }));
    expect(dialog.getByText(/^Nel frattempo il referto è cambiato/)).toBeVisible();
    expect(dialog.getByRole('textbox', { name: 'Storia medica' })).toHaveValue('Ipertesa.');
    expect(dialog.getByRole('textbox', { name: 'Note dello specialista' })).toHaveValue('Prima.');
  });

  it('asks before the dialog and the page are left', async () => {
    const { dialog, user, view, onClose } = await visit.open();
    await user.click(dialog.getByRole('button', { name: 'Modifica' }));
    await user.type(dialog.getByRole('textbox', { name: 'Storia medica' }), 'x');
    void view.router.navigate('/app/history');
    const question = within(await screen.findByRole('dialog', { name: 'Modifiche non salvate' }));
    await user.click(question.getByRole('button', { name: 'Continua a modificare' }));
    expect(view.router.state.location.pathname).toBe('/app/patients/p1');
    await user.click(dialog.getByRole('button', { name: 'Chiudi' }));
    const again = within(await screen.findByRole('dialog', { name: 'Modifiche non salvate' }));
    await user.click(again.getByRole('button', { name: 'Chiudi senza salvare' }));
    expect(onClose).toHaveBeenCalled();
  });
});

describe('saving', () => {
  it('writes nothing when nothing was changed: no version more, and the report stays reviewed', async () => {
    const { dialog, user } = await visit.open({ reviewed_at: '2026-11-22T09:30:00Z' });
    await user.click(dialog.getByRole('button', { name: 'Modifica' }));
    await user.type(dialog.getByRole('textbox', { name: 'Storia medica' }), 'x{Backspace} ');
    await user.click(dialog.getByRole('button', { name: 'Salva' }));
    expect(await screen.findByText("Nessuna modifica: il referto resta com'è.")).toBeVisible();
    expect(visit.server.callsTo('PATCH', '/rest/v1/consultations')).toHaveLength(0);
    expect(dialog.queryByRole('button', { name: 'Riprendi la bozza' })).toBeNull();
  });

  it('shows the new text at once, and takes it back with the reason when the server refuses', async () => {
    const { dialog, user } = await visit.open();
    let refuse: (answer: Response) => void = () => undefined;
    visit.server.on('PATCH', '/rest/v1/consultations', () => new Promise((resolve) => (refuse = resolve)));
    await user.click(dialog.getByRole('button', { name: 'Modifica' }));
    await user.type(dialog.getByRole('textbox', { name: 'Storia medica' }), 'Ipertesa.');
    await user.click(dialog.getByRole('button', { name: 'Salva' }));
    expect(await dialog.findByText('Ipertesa.', { ignore: 'textarea' })).toBeVisible();
    expect(dialog.queryByRole('textbox')).toBeNull();
    refuse(tableError(403, '42501'));
    expect(await dialog.findByRole('alert')).toHaveTextContent('Errore durante il salvataggio');
    expect(dialog.getByRole('textbox', { name: 'Storia medica' })).toHaveValue('Ipertesa.');
    await user.click(dialog.getByRole('button', { name: 'Annulla' }));
    expect(dialog.queryByText('Ipertesa.')).toBeNull();
  });
});

describe('saving what was read', () => {
  it('sends the sections that the doctor changed, no other', async () => {
    const opened = await visit.open();
    await write(opened, 'Ipertesa.');
    await opened.user.click(opened.dialog.getByRole('button', { name: 'Salva' }));
    expect(await screen.findByText('Referto aggiornato.')).toBeVisible();
    expect(saves().map(({ body }) => body)).toEqual([{ storia_medica: 'Ipertesa.' }]);
  });

  it('overwrites nothing that another device has saved meanwhile, and says so', async () => {
    visit.server.tables.report_versions?.push({ id: 'v1', consultation_id: visit.id, number: 1 });
    const opened = await visit.open();
    const { dialog, user } = opened;
    await write(opened, 'Ipertesa.');
    saveElsewhere({ storia_medica: 'Diabetica.', note_specialista: 'Rivedere.' });
    await user.click(dialog.getByRole('button', { name: 'Salva' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      'Il referto è stato cambiato altrove mentre lo modificavi, e non è stato sovrascritto. Sezioni cambiate qui e altrove: Storia medica.',
    );
    expect(visit.row).toMatchObject({ storia_medica: 'Diabetica.', note_specialista: 'Rivedere.' });
    expect(dialog.getByRole('textbox', { name: 'Storia medica' })).toHaveValue('Ipertesa.');
    expect(dialog.getByRole('textbox', { name: 'Note dello specialista' })).toHaveValue('Rivedere.');
    await user.click(dialog.getByRole('button', { name: 'Salva' }));
    expect(await screen.findByText('Referto aggiornato.')).toBeVisible();
    expect(visit.row).toMatchObject({ storia_medica: 'Ipertesa.', note_specialista: 'Rivedere.' });
  });

  it('is done when an earlier try arrived and only its answer did not', async () => {
    visit.server.tables.report_versions?.push({ id: 'v1', consultation_id: visit.id, number: 1 });
    const opened = await visit.open();
    await write(opened, 'Ipertesa.');
    saveElsewhere({ storia_medica: 'Ipertesa.' });
    await opened.user.click(opened.dialog.getByRole('button', { name: 'Salva' }));
    expect(await screen.findByText('Referto aggiornato.')).toBeVisible();
  });

  it('fails for a report that is gone, and keeps the draft', async () => {
    const opened = await visit.open();
    await write(opened, 'Ipertesa.');
    visit.server.tables.consultations = [];
    await opened.user.click(opened.dialog.getByRole('button', { name: 'Salva' }));
    expect(await opened.dialog.findByText(/^Errore durante il salvataggio/)).toBeVisible();
    expect(await opened.dialog.findByRole('textbox', { name: 'Storia medica' })).toHaveValue('Ipertesa.');
    expect((await kept())?.texts.storia_medica).toBe('Ipertesa.');
  });

  it('lets no words be reviewed, copied or printed as the report that the server has not got yet', async () => {
    const opened = await visit.open({ reviewed_at: '2026-11-22T09:30:00Z' });
    const { dialog, user } = opened;
    let answer: (saved: Response) => void = () => undefined;
    visit.server.on('PATCH', '/rest/v1/consultations', () => new Promise((resolve) => (answer = resolve)));
    await write(opened, 'Ipertesa.');
    const sheet = () => document.querySelector('[data-printed-report]');
    expect(sheet()).toHaveTextContent('Stampato durante una modifica non ancora salvata');
    await user.click(dialog.getByRole('button', { name: 'Salva' }));
    expect(await dialog.findByText('Non ancora revisionato dal medico')).toBeVisible();
    expect(dialog.getByText('Ipertesa.', { selector: 'p' })).toBeVisible();
    for (const name of ['Copia', 'Scarica PDF', 'Stampa', 'Segna come revisionato'])
      expect(dialog.getByRole('button', { name })).toBeDisabled();
    expect(sheet()).toHaveTextContent('Stampato durante una modifica non ancora salvata');
    Object.assign(visit.row ?? {}, { storia_medica: 'Ipertesa.', reviewed_at: null });
    answer(json([{ id: visit.id }]));
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Stampa' })).toBeEnabled());
    expect(sheet()).not.toHaveTextContent('Stampato durante');
  });

  it('gives the focus to the first field, and back to the report', async () => {
    const { dialog, user } = await visit.open();
    await user.click(dialog.getByRole('button', { name: 'Modifica' }));
    await waitFor(() => expect(dialog.getByRole('textbox', { name: 'Motivo della visita' })).toHaveFocus());
    await user.click(dialog.getByRole('button', { name: 'Annulla' }));
    await waitFor(() => expect(dialog.getByText('Maria Rossi').parentElement).toHaveFocus());
  });
});

describe('closing while the report is being saved', () => {
  it('asks, and closes by itself once nothing is unsaved any more', async () => {
    const { dialog, user, onClose } = await visit.open();
    let answer: (saved: Response) => void = () => undefined;
    visit.server.on('PATCH', '/rest/v1/consultations', () => new Promise((resolve) => (answer = resolve)));
    await user.click(dialog.getByRole('button', { name: 'Modifica' }));
    await user.type(dialog.getByRole('textbox', { name: 'Storia medica' }), 'Ipertesa.');
    await user.click(dialog.getByRole('button', { name: 'Salva' }));
    await user.click(dialog.getByRole('button', { name: 'Chiudi' }));
    expect(await screen.findByRole('dialog', { name: 'Modifiche non salvate' })).toBeVisible();
    expect(onClose).not.toHaveBeenCalled();
    answer(json([{ ...visit.server.tables.consultations?.[0], storia_medica: 'Ipertesa.' }]));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
  });
});
