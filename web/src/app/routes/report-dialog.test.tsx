import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import { RequireSession } from '../guards';
import { expectAccessible } from '@/shared/testing/axe';
import { json, tableError } from '@/shared/testing/fake-server';
import { renderApp } from '@/shared/testing/render';
import { ReportDialog } from '@/features/consultations/components/ReportDialog';
import { evidence, Visit } from './report-dialog.fixture';

let visit: Visit;
beforeEach(() => {
  visit = new Visit();
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

describe('what nobody heard', () => {
  it('is told above the report, with its minutes', async () => {
    const marks = [
      { mark: 'not_transcribed', start: 62, end: 95 },
      { mark: 'cut_off', start: 120, end: 120 },
    ];
    const { dialog } = await visit.open({
      evidence: JSON.stringify({ ...evidence, transcript: { ...evidence.transcript, marks } }),
    });
    expect(dialog.getByText(/Un tratto della visita non è stato trascritto \(01:02–01:35\)/)).toBeVisible();
    expect(dialog.getByText(/L'audio di questa visita è incompleto/)).toBeVisible();
  });

  it('is no notice where all was heard', async () => {
    const { dialog } = await visit.open();
    expect(dialog.queryByText(/trascritt[oi] \(|incompleto/)).toBeNull();
  });
});

describe('the evidence of a sentence', () => {
  it('is marked in the transcript when the sentence has the focus', async () => {
    const { dialog, user } = await visit.open();
    await user.hover(dialog.getByRole('button', { name: 'Aumento di sei chili.' }));
    expect(dialog.getByText('Sono aumentata di sei chili', { selector: 'mark' })).toBeVisible();
    await user.unhover(dialog.getByRole('button', { name: 'Aumento di sei chili.' }));
    expect(document.querySelector('mark')).toBeNull();
  });

  it('is heard from its second by click, by Enter and by the space bar, which pauses only after the mouse', async () => {
    const { play } = withSound();
    const { dialog, user } = await visit.open();
    await dialog.findByRole('group', { name: 'Audio della visita' });
    await user.click(dialog.getByRole('button', { name: 'Aumento di sei chili.' }));
    expect(sound().currentTime).toBe(4.5);
    sound().currentTime = 0;
    await user.keyboard('{Enter}');
    expect(sound().currentTime).toBe(4.5);
    sound().currentTime = 0;
    await user.keyboard(' ');
    expect(sound().currentTime).toBe(4.5);
    expect(play).toHaveBeenCalledTimes(3);
    expect(dialog.getByRole('button', { name: 'Pausa' })).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Aumento di sei chili.' }));
    sound().currentTime = 7;
    await user.keyboard(' ');
    expect(sound().currentTime).toBe(7);
  });

  it('is heard from a sentence of the transcript, which the arrow keys reach', async () => {
    withSound();
    const { dialog, user } = await visit.open();
    await dialog.findByRole('group', { name: 'Audio della visita' });
    const [first, , last] = [0, 1, 2].map((index) =>
      document.querySelector<HTMLElement>(`[data-sentence="${index}"]`)!,
    );
    await user.click(first!);
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(last).toHaveFocus();
    expect(sound().currentTime).toBe(9);
    await user.keyboard('{ArrowUp}{ArrowUp} ');
    expect(first).toHaveFocus();
    expect(sound().currentTime).toBe(0);
  });
});

describe('the sound alone', () => {
  const remove = () =>
    visit.server.calls.filter(({ method, path }) => method === 'DELETE' && path.startsWith('/storage/'));

  it('is deleted after a question, and the report stays', async () => {
    visit.server.on('DELETE', '/storage/v1/object/consultation-audio', () => {
      Object.assign(visit.server.tables.consultations?.[0] ?? {}, { audio_url: null });
      visit.server.tables.recordings?.push({
        id: 'r1',
        consultation_id: visit.id,
        audio_deleted_at: '2026-11-22T09:00:00Z',
      });
      return json([{ name: 'u1/r1.webm' }]);
    });
    const { dialog, user } = await visit.open();
    await user.click(await dialog.findByRole('button', { name: 'Elimina audio' }));
    const question = await screen.findByRole('dialog', { name: "Eliminare l'audio della visita?" });
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

  it('is asked for alone: Escape answers the question, and the report stays open', async () => {
    const { dialog, user, onClose } = await visit.open();
    await user.click(await dialog.findByRole('button', { name: 'Elimina audio' }));
    await screen.findByRole('dialog', { name: "Eliminare l'audio della visita?" });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: "Eliminare l'audio della visita?" })).toBeNull());
    expect(onClose).not.toHaveBeenCalled();
    expect(remove()).toHaveLength(0);
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('stays, and says why, when it cannot be deleted', async () => {
    visit.server.on('DELETE', '/storage/v1/object/consultation-audio', () =>
      json({ statusCode: '500', error: 'internal', code: 'internal', message: 'x' }, 500),
    );
    const { dialog, user } = await visit.open();
    await user.click(await dialog.findByRole('button', { name: 'Elimina audio' }));
    await user.click(await screen.findByRole('button', { name: 'Elimina' }));
    expect(await screen.findByText(/^L'audio non è stato eliminato: /)).toBeVisible();
    expect(dialog.getByRole('group', { name: 'Audio della visita', hidden: true })).toBeInTheDocument();
  });
});

describe('the player', () => {
  it('says how long the sound is kept, and since when it is gone', async () => {
    visit.server.on('GET', '/config.json', () =>
      json({ anonKey: 'k', publicUrl: '', version: '1', audioRetention: '30' }),
    );
    const { dialog, view } = await visit.open();
    expect(
      await dialog.findByText("L'audio sarà eliminato il 21/12/2026. Trascrizione e referto restano."),
    ).toBeVisible();
    view.unmount();
    visit.server.tables.recordings?.push({
      id: 'r1',
      consultation_id: visit.id,
      audio_deleted_at: '2026-12-21T03:00:00Z',
    });
    Object.assign(visit.server.tables.consultations?.[0] ?? {}, { audio_url: null });
    const later = await visit.reopen();
    expect(await later.dialog.findByText(/^L'audio di questa visita è stato eliminato il 21\/12\/2026/)).toBeVisible();
  });

  it('goes forth and back, and faster, by key and by button', async () => {
    withSound();
    const { dialog, user } = await visit.open();
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
    const { dialog, user } = await visit.open();
    await dialog.findByRole('group', { name: 'Audio della visita' });
    await user.click(dialog.getByRole('button', { name: 'Modifica' }));
    await user.type(dialog.getByRole('textbox', { name: 'Storia medica' }), 'a b{ArrowLeft}');
    expect(sound().currentTime).toBe(0);
    expect(dialog.getByRole('textbox', { name: 'Storia medica' })).toHaveValue('a b');
  });

  it('says so when the sound was deleted, and when there never was any', async () => {
    const { dialog, view } = await visit.open({ audio_url: null });
    expect(
      dialog.getByText(/^L'audio di questa visita è stato eliminato\. Trascrizione e referto restano/),
    ).toBeVisible();
    view.unmount();
    visit = new Visit();
    const typed = await visit.open({ audio_url: null, evidence: JSON.stringify({ sections: evidence.sections }) });
    expect(
      typed.dialog.getByText("Di questa visita non c'è audio: ci sono la trascrizione e il referto."),
    ).toBeVisible();
  });

  it('says so when storage has it no more', async () => {
    visit.server.on('POST', '/storage/v1/object/sign/consultation-audio/u1/r1.webm', () =>
      json({ statusCode: '404', code: 'NoSuchKey', error: 'not_found', message: 'Object not found' }, 400),
    );
    const { dialog } = await visit.open();
    expect(await dialog.findByText(/^L'audio di questa visita è stato eliminato\. /)).toBeVisible();
  });
});

describe('an address of the sound that does not do any more', () => {
  let loading: MockInstance;
  const signings = () => visit.server.callsTo('POST', '/storage/v1/object/sign/consultation-audio/u1/r1.webm');
  const fail = (code: number) => {
    Object.defineProperty(sound(), 'error', { value: { code }, configurable: true });
    act(() => void sound().dispatchEvent(new Event('error')));
  };
  /** What the browser does with another address. */
  const load = () => {
    sound().currentTime = 0;
    act(() => void sound().dispatchEvent(new Event('loadedmetadata')));
  };

  beforeEach(() => {
    vi.stubGlobal('MediaError', { MEDIA_ERR_NETWORK: 2 });
    loading = vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => undefined);
  });

  async function listen() {
    const { play } = withSound();
    const { dialog, user } = await visit.open();
    await dialog.findByRole('group', { name: 'Audio della visita' });
    await user.click(dialog.getByRole('button', { name: 'Aumento di sei chili.' }));
    return { play, dialog, user };
  }

  it('is signed anew, and the sound goes on at the same second', async () => {
    const { play, dialog } = await listen();
    fail(2);
    await waitFor(() => expect(loading).toHaveBeenCalledOnce());
    load();
    expect(sound().currentTime).toBe(4.5);
    expect(play).toHaveBeenCalledTimes(2);
    expect(signings()).toHaveLength(2);
    expect(dialog.queryByRole('alert')).toBeNull();
    expect(dialog.getByRole('button', { name: 'Pausa' })).toBeVisible();
  });

  it('is signed anew once: then it is said what fails, until the doctor asks again', async () => {
    const { dialog, user } = await listen();
    fail(2);
    await waitFor(() => expect(loading).toHaveBeenCalledOnce());
    fail(2);
    expect(dialog.getByRole('alert')).toHaveTextContent(/^L'audio non arriva più dal server\./);
    expect(signings()).toHaveLength(2);
    await user.click(dialog.getByRole('button', { name: 'Riproduci' }));
    await waitFor(() => expect(loading).toHaveBeenCalledTimes(2));
    load();
    expect(sound().currentTime).toBe(4.5);
    expect(dialog.queryByRole('alert')).toBeNull();
    // Sound that breaks at once, whatever its address, is not asked for without end.
    fail(3);
    expect(dialog.getByRole('alert')).toHaveTextContent(/^Il browser non riesce a riprodurre l'audio\./);
    expect(signings()).toHaveLength(3);
  });

  it('is asked for again when the server could not be reached', async () => {
    const { play, dialog, user } = await listen();
    const path = '/storage/v1/object/sign/consultation-audio/u1/r1.webm';
    visit.server.on('POST', path, () => Promise.reject(new TypeError('fetch failed')));
    fail(2);
    expect(await dialog.findByText(/^L'audio non è disponibile: il server non è raggiungibile/)).toBeVisible();
    visit.server.on('POST', path, () => json({ signedURL: '/object/sign/consultation-audio/u1/r1.webm?token=u' }));
    await user.click(dialog.getByRole('button', { name: 'Riprova' }));
    await waitFor(() => expect(sound().getAttribute('src')).toMatch(/token=u$/));
    load();
    expect(sound().currentTime).toBe(4.5);
    expect(play).toHaveBeenCalledTimes(2);
  });
});

describe('a report that does not come', () => {
  it('can be closed while it is loading and when it cannot be loaded', async () => {
    const onClose = vi.fn();
    visit.server.on('GET', '/rest/v1/consultations', () => tableError(500, 'internal'));
    renderApp(
      <RequireSession>
        <ReportDialog consultationId={visit.id} onClose={onClose} />
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

describe('the versions', () => {
  const version = (number: number, reason: string) => ({
    id: `v${number}`,
    consultation_id: visit.id,
    number,
    created_at: `2026-11-2${number}T10:00:00Z`,
    motivo_visita: reason,
  });

  it('are compared with the report as it is, and restored as a new one', async () => {
    visit.server.tables.report_versions?.push(
      version(1, 'Aumento di sei chili.'),
      version(2, 'Aumento di dieci chili.'),
    );
    const { dialog, user } = await visit.open({ motivo_visita: 'Aumento di dieci chili.' });
    await user.click(dialog.getByRole('button', { name: 'Versioni' }));
    expect(await dialog.findByRole('button', { name: /Prima stesura/, pressed: true })).toBeVisible();
    expect(dialog.getByText('Aumento di sei chili.', { selector: 'del' })).toBeVisible();
    expect(dialog.getByText('Aumento di dieci chili.', { selector: 'ins' })).toBeVisible();
    await expectAccessible();
    await user.click(dialog.getByRole('button', { name: 'Ripristina questa versione' }));
    expect(await screen.findByText('Prima stesura ripristinata.')).toBeVisible();
    const [call] = visit.server.callsTo('PATCH', '/rest/v1/consultations');
    expect(call?.body).toMatchObject({ motivo_visita: 'Aumento di sei chili.', esami_parametri: null });
    await waitFor(() => expect(dialog.getByText('Aumento di sei chili.')).toBeVisible());
  });
});

describe('the copy', () => {
  it('goes to the clipboard as text and as formatted text, marks and all', async () => {
    const { dialog, user } = await visit.open({ storia_medica: 'Ipertesa.' });
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
    await visit.open();
    await userEvent.click(await screen.findByRole('button', { name: 'Scarica PDF' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Il PDF non è stato creato: il server non è raggiungibile. Controlla la connessione e riprova: nulla è andato perso.',
    );
  });
});
