import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { RequireSession } from '../guards';
import { expectAccessible } from '@/shared/testing/axe';
import { FakeServer, json, tableError } from '@/shared/testing/fake-server';
import { renderApp } from '@/shared/testing/render';
import { ConsultationHistory } from '@/features/consultations/components/ConsultationHistory';

const patientId = 'a5f2b7f4-6f0e-4a6b-9a57-0f6f5a3d1c11';
const consultationId = 'b5f2b7f4-6f0e-4a6b-9a57-0f6f5a3d1c22';
const transcript = 'Buongiorno dottoressa, sono aumentata di sei chili.';

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

function addConsultation(change: Record<string, string | null> = {}) {
  server.tables.consultations?.push({
    id: consultationId,
    patient_id: patientId,
    user_id: server.accounts[0]?.id ?? '',
    created_at: '2026-11-21T13:05:00Z',
    visita: 'prima_visita',
    duration_seconds: 125,
    motivo_visita: 'Aumento di sei chili.',
    esami_parametri: 'Peso 84 kg. [da verificare]',
    transcription: transcript,
    audio_url: null,
    evidence: JSON.stringify({
      sections: {
        motivo_visita: [{ text: 'Aumento di sei chili.', evidence: [[23, 50]], source: 'said', support: 'ok' }],
      },
    }),
    ...change,
  });
}

function show() {
  return renderApp(
    <RequireSession>
      <ConsultationHistory patientId={patientId} />
    </RequireSession>,
  );
}

async function openReport() {
  const user = userEvent.setup();
  show();
  await user.click(await screen.findByRole('button', { name: 'Visualizza referto completo' }));
  const dialog = await screen.findByRole('dialog', { name: 'Referto' });
  await within(dialog).findByRole('heading', { name: 'Motivo della visita' });
  return { user, dialog: within(dialog) };
}

describe('the history of a patient', () => {
  it('says what to do when there is no consultation yet', async () => {
    show();
    expect(await screen.findByText('Nessuna consultazione registrata.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Nuova consultazione' })).toHaveAttribute(
      'href',
      `/app/new-consultation?patientId=${patientId}`,
    );
  });

  it('offers the audio only where there is some', async () => {
    addConsultation();
    show();
    expect(await screen.findByText('Aumento di sei chili.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Scarica audio' })).toBeNull();
  });

  it('saves the audio from a signed address', async () => {
    addConsultation({ audio_url: 'consultation-audio/u1/r1.webm' });
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    server.on('POST', '/storage/v1/object/sign/consultation-audio/u1/r1.webm', () =>
      json({ signedURL: '/object/sign/consultation-audio/u1/r1.webm?token=t' }),
    );
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Scarica audio' }));
    await waitFor(() => expect(click).toHaveBeenCalled());
    expect((click.mock.contexts[0] as HTMLAnchorElement).href).toContain('token=t&download=visita_2026-11-21.webm');
  });

  it('tells of a failed load and tries again', async () => {
    server.on('GET', '/rest/v1/consultations', () => tableError(403, '42501'));
    show();
    expect(await screen.findByRole('alert')).toHaveTextContent('Errore nel caricamento delle consultazioni');
  });
});

describe('the report dialog', () => {
  it('shows the nine sections in order, empty ones said plainly', async () => {
    addConsultation();
    const { dialog } = await openReport();
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
    addConsultation();
    const { user, dialog } = await openReport();
    await user.click(dialog.getByRole('button', { name: /Mostra le parole della visita: Aumento/ }));
    expect(dialog.getByText(/«sono aumentata di sei chili»/)).toBeVisible();
    expect(dialog.getByText('sono aumentata di sei chili', { selector: 'mark' })).toBeVisible();
  });

  it('saves what the doctor changes, never the transcript', async () => {
    addConsultation();
    const { user, dialog } = await openReport();
    await user.click(dialog.getByRole('button', { name: 'Modifica' }));
    expect(dialog.queryByRole('textbox', { name: 'Trascrizione' })).toBeNull();
    const field = dialog.getByRole('textbox', { name: 'Note dello specialista' });
    await user.type(field, 'Rivedere tra un mese.');
    await user.click(dialog.getByRole('button', { name: 'Salva' }));
    expect(await dialog.findByText('Rivedere tra un mese.')).toBeVisible();
    const [call] = server.callsTo('PATCH', '/rest/v1/consultations');
    expect(Object.keys(call?.body as object)).toHaveLength(9);
    expect(call?.body).toMatchObject({ note_specialista: 'Rivedere tra un mese.', storia_medica: null });
    expect(dialog.getAllByText('modificato dal medico')).toHaveLength(2);
  });

  it('keeps what was written when saving fails', async () => {
    addConsultation();
    const { user, dialog } = await openReport();
    server.on('PATCH', '/rest/v1/consultations', () => tableError(403, '42501'));
    await user.click(dialog.getByRole('button', { name: 'Modifica' }));
    await user.type(dialog.getByRole('textbox', { name: 'Storia medica' }), 'Ipertesa.');
    await user.click(dialog.getByRole('button', { name: 'Salva' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('Errore durante il salvataggio');
    expect(dialog.getByRole('textbox', { name: 'Storia medica' })).toHaveValue('Ipertesa.');
  });

  it('asks before changes are thrown away', async () => {
    addConsultation();
    const { user, dialog } = await openReport();
    await user.click(dialog.getByRole('button', { name: 'Modifica' }));
    await user.type(dialog.getByRole('textbox', { name: 'Storia medica' }), 'x');
    await user.click(dialog.getByRole('button', { name: 'Chiudi' }));
    const question = within(await screen.findByRole('dialog', { name: 'Modifiche non salvate' }));
    await user.click(question.getByRole('button', { name: 'Chiudi senza salvare' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Referto' })).toBeNull());
  });
});
