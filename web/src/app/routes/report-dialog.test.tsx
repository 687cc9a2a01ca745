import 'fake-indexeddb/auto';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { RequireSession } from '../guards';
import { expectAccessible } from '@/shared/testing/axe';
import { FakeServer, json, tableError } from '@/shared/testing/fake-server';
import { renderApp } from '@/shared/testing/render';
import { ReportDialog } from '@/features/consultations/components/ReportDialog';

const transcript = 'Buongiorno dottoressa. Sono aumentata di sei chili. La sera mangio tardi.';
const evidence = {
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

let server: FakeServer;
let consultationId: string;
beforeEach(() => {
  server = new FakeServer().install();
  const doctor = server.signIn({ full_name: 'Anna Neri' });
  consultationId = crypto.randomUUID();
  server.tables.patients?.push({ id: 'p1', user_id: doctor.id, first_name: 'Maria', last_name: 'Rossi' });
  server.on('POST', '/storage/v1/object/sign/consultation-audio/u1/r1.webm', () =>
    json({ signedURL: '/object/sign/consultation-audio/u1/r1.webm?token=t' }),
  );
});

/** What jsdom's element lacks: it plays nothing and says so. */
function withSound() {
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(function play(this: HTMLMediaElement) {
    this.dispatchEvent(new Event('play'));
    return Promise.resolve();
  });
  return { play };
}

function sound(): HTMLAudioElement {
  return document.querySelector('audio')!;
}

async function open(change: Record<string, string | number | null> = {}) {
  server.tables.consultations?.push({
    id: consultationId,
    patient_id: 'p1',
    user_id: server.accounts[0]?.id ?? '',
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
  return reopen();
}

async function reopen() {
  const user = userEvent.setup();
  const onClose = vi.fn();
  const view = renderApp(
    <RequireSession>
      <ReportDialog consultationId={consultationId} onClose={onClose} />
    </RequireSession>,
    { at: '/app/patients/p1' },
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Referto' }));
  await dialog.findByRole('heading', { name: 'Motivo della visita' });
  return { user, dialog, onClose, view };
}

describe('what nobody heard', () => {
  it('is told above the report, with its minutes', async () => {
    const marks = [
      { mark: 'not_transcribed', start: 62, end: 95 },
      { mark: 'cut_off', start: 120, end: 120 },
    ];
    const { dialog } = await open({
      evidence: JSON.stringify({ ...evidence, transcript: { ...evidence.transcript, marks } }),
    });
    expect(dialog.getByText(/Un tratto della visita non è stato trascritto \(01:02–01:35\)/)).toBeVisible();
    expect(dialog.getByText(/L'audio di questa visita è incompleto/)).toBeVisible();
  });

  it('is no notice where all was heard', async () => {
    const { dialog } = await open();
    expect(dialog.queryByText(/trascritt[oi] \(|incompleto/)).toBeNull();
  });
});

describe('the evidence of a sentence', () => {
  it('is marked in the transcript when the sentence has the focus', async () => {
    const { dialog, user } = await open();
    await user.hover(dialog.getByRole('button', { name: 'Aumento di sei chili.' }));
    expect(dialog.getByText('Sono aumentata di sei chili', { selector: 'mark' })).toBeVisible();
    await user.unhover(dialog.getByRole('button', { name: 'Aumento di sei chili.' }));
    expect(document.querySelector('mark')).toBeNull();
  });

  it('is heard from its second by click and by Enter', async () => {
    const { play } = withSound();
    const { dialog, user } = await open();
    await dialog.findByRole('group', { name: 'Audio della visita' });
    await user.click(dialog.getByRole('button', { name: 'Aumento di sei chili.' }));
    expect(sound().currentTime).toBe(4.5);
    sound().currentTime = 0;
    await user.keyboard('{Enter}');
    expect(sound().currentTime).toBe(4.5);
    expect(play).toHaveBeenCalledTimes(2);
    expect(dialog.getByRole('button', { name: 'Pausa' })).toBeVisible();
  });

  it('is heard from a sentence of the transcript, which the arrow keys reach', async () => {
    withSound();
    const { dialog, user } = await open();
    await dialog.findByRole('group', { name: 'Audio della visita' });
    const [first, , last] = [0, 1, 2].map((index) =>
      document.querySelector<HTMLElement>(`[data-sentence="${index}"]`)!,
    );
    await user.click(first!);
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(last).toHaveFocus();
    expect(sound().currentTime).toBe(9);
  });
});

describe('the sound alone', () => {
  const remove = () => server.calls.filter(({ method, path }) => method === 'DELETE' && path.startsWith('/storage/'));

  it('is deleted after a question, and the report stays', async () => {
    server.on('DELETE', '/storage/v1/object/consultation-audio', () => {
      Object.assign(server.tables.consultations?.[0] ?? {}, { audio_url: null });
      server.tables.recordings?.push({
        id: 'r1',
        consultation_id: consultationId,
        audio_deleted_at: '2026-11-22T09:00:00Z',
      });
      return json([{ name: 'u1/r1.webm' }]);
    });
    const { dialog, user } = await open();
    await user.click(await dialog.findByRole('button', { name: 'Elimina audio' }));
    const question = await screen.findByRole('dialog', { name: "Elimina l'audio della visita" });
    await expectAccessible(question);
    await user.click(within(question).getByRole('button', { name: 'Annulla' }));
    expect(remove()).toHaveLength(0);

    await user.click(dialog.getByRole('button', { name: 'Elimina audio' }));
    await user.click(await screen.findByRole('button', { name: 'Elimina' }));
    const told = await dialog.findByText(/^L'audio di questa visita è stato eliminato il 22\/11\/2026/);
    expect(remove().map(({ body }) => body)).toEqual([{ prefixes: ['u1/r1.webm'] }]);
    expect(dialog.queryByRole('button', { name: 'Elimina audio' })).toBeNull();
    expect(dialog.getByRole('heading', { name: 'Motivo della visita' })).toBeVisible();
    await waitFor(() => expect(told.parentElement).toHaveFocus());
  });

  it('stays, and says why, when it cannot be deleted', async () => {
    server.on('DELETE', '/storage/v1/object/consultation-audio', () =>
      json({ statusCode: '500', error: 'internal', code: 'internal', message: 'x' }, 500),
    );
    const { dialog, user } = await open();
    await user.click(await dialog.findByRole('button', { name: 'Elimina audio' }));
    await user.click(await screen.findByRole('button', { name: 'Elimina' }));
    expect(await screen.findByText(/^L'audio non è stato eliminato: /)).toBeVisible();
    expect(dialog.getByRole('group', { name: 'Audio della visita', hidden: true })).toBeInTheDocument();
  });
});

describe('the player', () => {
  it('says how long the sound is kept, and since when it is gone', async () => {
    server.on('GET', '/config.json', () => json({ anonKey: 'k', publicUrl: '', version: '1', audioRetention: '30' }));
    const { dialog, view } = await open();
    expect(
      await dialog.findByText("L'audio sarà eliminato il 21/12/2026. Trascrizione e referto restano."),
    ).toBeVisible();
    view.unmount();
    server.tables.recordings?.push({
      id: 'r1',
      consultation_id: consultationId,
      audio_deleted_at: '2026-12-21T03:00:00Z',
    });
    Object.assign(server.tables.consultations?.[0] ?? {}, { audio_url: null });
    const later = await reopen();
    expect(await later.dialog.findByText(/^L'audio di questa visita è stato eliminato il 21\/12\/2026/)).toBeVisible();
  });

  it('goes forth and back, and faster, by key and by button', async () => {
    withSound();
    const { dialog, user } = await open();
    await dialog.findByRole('group', { name: 'Audio della visita' });
    await user.click(dialog.getByRole('button', { name: 'Avanti di 5 secondi' }));
    await user.keyboard('{ArrowRight}');
    expect(sound().currentTime).toBe(10);
    await user.keyboard('{ArrowLeft}');
    expect(sound().currentTime).toBe(5);
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Velocità' }), '1,5×');
    expect(sound().playbackRate).toBe(1.5);
    await expectAccessible();
  });

  it('leaves the keys to whoever writes', async () => {
    withSound();
    const { dialog, user } = await open();
    await dialog.findByRole('group', { name: 'Audio della visita' });
    await user.click(dialog.getByRole('button', { name: 'Modifica' }));
    await user.type(dialog.getByRole('textbox', { name: 'Storia medica' }), 'a b{ArrowLeft}');
    expect(sound().currentTime).toBe(0);
    expect(dialog.getByRole('textbox', { name: 'Storia medica' })).toHaveValue('a b');
  });

  it('says so when the sound was deleted, and when there never was any', async () => {
    const { dialog, view } = await open({ audio_url: null });
    expect(
      dialog.getByText(/^L'audio di questa visita è stato eliminato\. Trascrizione e referto restano/),
    ).toBeVisible();
    view.unmount();
    consultationId = crypto.randomUUID();
    const typed = await open({ audio_url: null, evidence: JSON.stringify({ sections: evidence.sections }) });
    expect(
      typed.dialog.getByText("Di questa visita non c'è audio: ci sono la trascrizione e il referto."),
    ).toBeVisible();
  });

  it('says so when storage has it no more', async () => {
    server.on('POST', '/storage/v1/object/sign/consultation-audio/u1/r1.webm', () =>
      json({ statusCode: '404', code: 'NoSuchKey', error: 'not_found', message: 'Object not found' }, 400),
    );
    const { dialog } = await open();
    expect(await dialog.findByText(/^L'audio di questa visita è stato eliminato\. /)).toBeVisible();
  });
});

describe('a draft', () => {
  it('survives the page and is offered again', async () => {
    const first = await open();
    await first.user.click(first.dialog.getByRole('button', { name: 'Modifica' }));
    await first.user.type(first.dialog.getByRole('textbox', { name: 'Storia medica' }), 'Ipertesa.');
    first.view.unmount();
    const { dialog, user } = await reopen();
    await user.click(await dialog.findByRole('button', { name: 'Riprendi la bozza' }));
    expect(dialog.getByRole('textbox', { name: 'Storia medica' })).toHaveValue('Ipertesa.');
    expect(server.callsTo('PATCH', '/rest/v1/consultations')).toHaveLength(0);
    await user.click(dialog.getByRole('button', { name: 'Salva' }));
    expect(await screen.findByText('Referto aggiornato.')).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Riprendi la bozza' })).toBeNull();
  });

  it('that was put aside by a slip can be taken up, or thrown away', async () => {
    const { dialog, user } = await open();
    await user.click(dialog.getByRole('button', { name: 'Modifica' }));
    await user.type(dialog.getByRole('textbox', { name: 'Storia medica' }), 'Ipertesa.');
    await user.click(dialog.getByRole('button', { name: 'Annulla' }));
    expect(dialog.queryByText('Ipertesa.')).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Riprendi la bozza' }));
    expect(dialog.getByRole('textbox', { name: 'Storia medica' })).toHaveValue('Ipertesa.');
    await user.click(dialog.getByRole('button', { name: 'Annulla' }));
    await user.click(dialog.getByRole('button', { name: 'Elimina la bozza' }));
    expect(dialog.queryByRole('button', { name: 'Riprendi la bozza' })).toBeNull();
  });

  it('asks before the dialog and the page are left', async () => {
    const { dialog, user, view, onClose } = await open();
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
    const { dialog, user } = await open({ reviewed_at: '2026-11-22T09:30:00Z' });
    await user.click(dialog.getByRole('button', { name: 'Modifica' }));
    await user.type(dialog.getByRole('textbox', { name: 'Storia medica' }), 'x{Backspace} ');
    await user.click(dialog.getByRole('button', { name: 'Salva' }));
    expect(await screen.findByText("Nessuna modifica: il referto resta com'è.")).toBeVisible();
    expect(server.callsTo('PATCH', '/rest/v1/consultations')).toHaveLength(0);
    expect(dialog.queryByRole('button', { name: 'Riprendi la bozza' })).toBeNull();
  });

  it('shows the new text at once, and takes it back with the reason when the server refuses', async () => {
    const { dialog, user } = await open();
    let refuse: (answer: Response) => void = () => undefined;
    server.on('PATCH', '/rest/v1/consultations', () => new Promise((resolve) => (refuse = resolve)));
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

describe('a report that does not come', () => {
  it('can be closed while it is loading and when it cannot be loaded', async () => {
    const onClose = vi.fn();
    server.on('GET', '/rest/v1/consultations', () => tableError(500, 'internal'));
    renderApp(
      <RequireSession>
        <ReportDialog consultationId={consultationId} onClose={onClose} />
      </RequireSession>,
    );
    const dialog = await screen.findByRole('dialog', { name: 'Referto' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Chiudi' }));
    expect(onClose).toHaveBeenCalledOnce();
    expect(await within(dialog).findByRole('button', { name: 'Riprova' })).toBeVisible();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Chiudi' }));
    expect(onClose).toHaveBeenCalledTimes(2);
  });
});

describe('closing while the report is being saved', () => {
  it('asks, and closes by itself once nothing is unsaved any more', async () => {
    const { dialog, user, onClose } = await open();
    let answer: (saved: Response) => void = () => undefined;
    server.on('PATCH', '/rest/v1/consultations', () => new Promise((resolve) => (answer = resolve)));
    await user.click(dialog.getByRole('button', { name: 'Modifica' }));
    await user.type(dialog.getByRole('textbox', { name: 'Storia medica' }), 'Ipertesa.');
    await user.click(dialog.getByRole('button', { name: 'Salva' }));
    await user.click(dialog.getByRole('button', { name: 'Chiudi' }));
    expect(await screen.findByRole('dialog', { name: 'Modifiche non salvate' })).toBeVisible();
    expect(onClose).not.toHaveBeenCalled();
    answer(json([{ ...server.tables.consultations?.[0], storia_medica: 'Ipertesa.' }]));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
  });
});

describe('the versions', () => {
  const version = (number: number, reason: string) => ({
    id: `v${number}`,
    consultation_id: consultationId,
    number,
    created_at: `2026-11-2${number}T10:00:00Z`,
    motivo_visita: reason,
  });

  it('are compared with the report as it is, and restored as a new one', async () => {
    const { dialog, user } = await open({ motivo_visita: 'Aumento di dieci chili.' });
    server.tables.report_versions?.push(version(1, 'Aumento di sei chili.'), version(2, 'Aumento di dieci chili.'));
    await user.click(dialog.getByRole('button', { name: 'Versioni' }));
    expect(await dialog.findByRole('button', { name: /Prima stesura/, pressed: true })).toBeVisible();
    expect(dialog.getByText('Aumento di sei chili.', { selector: 'del' })).toBeVisible();
    expect(dialog.getByText('Aumento di dieci chili.', { selector: 'ins' })).toBeVisible();
    await expectAccessible();
    await user.click(dialog.getByRole('button', { name: 'Ripristina questa versione' }));
    expect(await screen.findByText('Prima stesura ripristinata.')).toBeVisible();
    const [call] = server.callsTo('PATCH', '/rest/v1/consultations');
    expect(call?.body).toMatchObject({ motivo_visita: 'Aumento di sei chili.', esami_parametri: null });
    await waitFor(() => expect(dialog.getByText('Aumento di sei chili.')).toBeVisible());
  });
});

describe('the copy', () => {
  it('goes to the clipboard as text and as formatted text, marks and all', async () => {
    const { dialog, user } = await open({ storia_medica: 'Ipertesa.' });
    const write = vi.fn().mockResolvedValue(undefined);
    vi.stubGlobal(
      'ClipboardItem',
      class {
        readonly parts: Record<string, Blob>;
        constructor(parts: Record<string, Blob>) {
          this.parts = parts;
        }
      },
    );
    Object.defineProperty(navigator, 'clipboard', { value: { write }, configurable: true });
    await user.click(dialog.getByRole('button', { name: 'Copia' }));
    expect(await screen.findByText('Referto copiato.')).toBeVisible();
    const [[item]] = write.mock.calls[0] as [[{ parts: Record<string, Blob> }]];
    const text = await item.parts['text/plain']!.text();
    expect(text).toContain('STORIA MEDICA\nIpertesa. †');
    expect(text).toContain('Peso 84 kg. [da verificare] †');
    expect(text).toContain('STORIA PONDERALE\nNon emerso durante la visita');
    expect(await item.parts['text/html']!.text()).toContain('<h2>Storia medica</h2><p>Ipertesa. †</p>');
  });

  it('says in Italian why there is no PDF', async () => {
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Scarica PDF' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Il PDF non è stato creato: Il server non è raggiungibile. Controlla la connessione e riprova: nulla è andato perso.',
    );
  });
});
