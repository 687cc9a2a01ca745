import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { expectAccessible } from '@/shared/testing/axe';
import { json, tableError } from '@/shared/testing/fake-server';
import { patientId, transcript, PatientReports } from '../testing/patient-reports';

let reports: PatientReports;
beforeEach(() => {
  reports = new PatientReports();
});

describe('the history of a patient', () => {
  it('says what to do when there is no consultation yet', async () => {
    reports.show();
    expect(await screen.findByText('Nessuna consultazione registrata.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Registra la prima visita' })).toHaveAttribute(
      'href',
      `/app/new-consultation?patientId=${patientId}`,
    );
  });

  it('offers the audio only where there is some', async () => {
    reports.addConsultation();
    reports.show();
    expect(await screen.findByText('Aumento di sei chili.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Scarica audio' })).toBeNull();
  });

  it('saves the audio from a signed address', async () => {
    reports.addConsultation({ audio_url: 'consultation-audio/u1/r1.webm' });
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    reports.server.on('POST', '/storage/v1/object/sign/consultation-audio/u1/r1.webm', () =>
      json({ signedURL: '/object/sign/consultation-audio/u1/r1.webm?token=t' }),
    );
    reports.show();
    await userEvent.click(await screen.findByRole('button', { name: 'Scarica audio' }));
    await waitFor(() => expect(click).toHaveBeenCalled());
    expect((click.mock.contexts[0] as HTMLAnchorElement).href).toContain('token=t&download=visita_2026-11-21.webm');
  });

  it('is loaded page by page', async () => {
    for (let index = 0; index < 30; index += 1) {
      const day = String(30 - index).padStart(2, '0');
      reports.addConsultation({
        id: `c${index}`,
        created_at: `2026-10-${day}T09:00:00Z`,
        motivo_visita: `N. ${index}`,
      });
    }
    reports.show();
    expect(await screen.findByText('N. 0')).toBeVisible();
    expect(screen.getAllByRole('article')).toHaveLength(25);
    const pages = screen.getByRole('navigation', { name: 'Pagine' });
    await userEvent.click(within(pages).getByRole('button', { name: 'Pagina 2' }));
    expect(await screen.findByText('N. 29')).toBeVisible();
    expect(screen.queryByText('N. 0')).toBeNull();
    const [, second] = reports.server.callsTo('GET', '/rest/v1/consultations');
    expect([second?.query.get('offset'), second?.query.get('limit')]).toEqual(['25', '25']);
    await expectAccessible();
  });

  it('tells of a failed load and tries again', async () => {
    reports.server.on('GET', '/rest/v1/consultations', () => tableError(403, '42501'));
    reports.show();
    expect(await screen.findByRole('alert')).toHaveTextContent('Errore nel caricamento delle consultazioni');
  });
});

describe('the report dialog', () => {
  it('shows the nine sections in order, empty ones said plainly', async () => {
    reports.addConsultation();
    const { dialog } = await reports.openReport();
    expect(dialog.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual([
      'Motivo della visita',
      'Storia medica',
      'Storia ponderale',
      'Abitudini alimentari',
      'Attività fisica',
      'Fattori psicologici',
      'Esami e parametri',
      'Punti critici',
      'Note dello specialista',
      'Trascrizione',
    ]);
    expect(dialog.getAllByText('Non emerso durante la visita')).toHaveLength(7);
    expect(dialog.getByText('da verificare')).toBeVisible();
    expect(dialog.getByText(transcript)).toBeVisible();
    await expectAccessible();
  });

  it('shows the words on which a sentence rests', async () => {
    reports.addConsultation();
    const { user, dialog } = await reports.openReport();
    await user.click(dialog.getByRole('button', { name: /Mostra le parole della visita: Aumento/ }));
    expect(dialog.getByText(/«sono aumentata di sei chili»/)).toBeVisible();
    expect(dialog.getByText('sono aumentata di sei chili', { selector: 'mark' })).toBeVisible();
  });

  it('saves what the doctor changes, never the transcript', async () => {
    reports.addConsultation();
    const { user, dialog } = await reports.openReport();
    await user.click(dialog.getByRole('button', { name: 'Modifica' }));
    expect(dialog.queryByRole('textbox', { name: 'Trascrizione' })).toBeNull();
    const field = dialog.getByRole('textbox', { name: 'Note dello specialista' });
    await user.type(field, 'Rivedere tra un mese.');
    await user.click(dialog.getByRole('button', { name: 'Salva' }));
    expect(await dialog.findByText('Rivedere tra un mese.')).toBeVisible();
    const [call] = reports.server.callsTo('PATCH', '/rest/v1/consultations');
    expect(call?.body).toEqual({ note_specialista: 'Rivedere tra un mese.' });
    expect(dialog.getAllByText('modificato dal medico')).toHaveLength(2);
  });

  it('keeps what was written when saving fails', async () => {
    reports.addConsultation();
    const { user, dialog } = await reports.openReport();
    reports.server.on('PATCH', '/rest/v1/consultations', () => tableError(403, '42501'));
    await user.click(dialog.getByRole('button', { name: 'Modifica' }));
    await user.type(dialog.getByRole('textbox', { name: 'Storia medica' }), 'Ipertesa.');
    await user.click(dialog.getByRole('button', { name: 'Salva' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('Errore durante il salvataggio');
    expect(dialog.getByRole('textbox', { name: 'Storia medica' })).toHaveValue('Ipertesa.');
  });

  it('asks before changes are thrown away', async () => {
    reports.addConsultation();
    const { user, dialog } = await reports.openReport();
    await user.click(dialog.getByRole('button', { name: 'Modifica' }));
    await user.type(dialog.getByRole('textbox', { name: 'Storia medica' }), 'x');
    await user.click(dialog.getByRole('button', { name: 'Chiudi' }));
    const question = within(await screen.findByRole('dialog', { name: 'Modifiche non salvate' }));
    await user.click(question.getByRole('button', { name: 'Chiudi senza salvare' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Referto' })).toBeNull());
  });
});
