import 'fake-indexeddb/auto';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Delivery } from '@/features/recording/capture/delivery';
import { chunkStore, recorder } from '@/features/recording/capture/the-recorder';
import { client, sessionStorageKey } from '@/shared/api/client';
import { FakeRecorder, plugMicrophone, type FakeTrack } from '@/shared/testing/fake-microphone';
import { FakeServer } from '@/shared/testing/fake-server';
import { aPatient } from '@/shared/testing/people';
import { renderApp } from '@/shared/testing/render';
import { routes } from './router';

const user = userEvent.setup();
let server: FakeServer;
let doctor: string;
let track: FakeTrack;

beforeEach(() => {
  server = new FakeServer().install();
  doctor = server.signIn().id;
  server.tables.patients?.push({ ...aPatient({ user_id: doctor }) });
  ({ track } = plugMicrophone());
  FakeRecorder.supported = ['audio/webm'];
  // jsdom draws no waveform.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  // No network: what was said stays in this browser.
  vi.spyOn(Delivery.prototype, 'start').mockReturnValue(undefined);
});
afterEach(async () => {
  await recorder.cancel();
  for (const { recordingId } of await chunkStore.list(doctor)) await chunkStore.remove(recordingId);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function record() {
  const { router } = renderApp(null, { at: '/app/new-consultation', routes });
  await screen.findByRole('button', { name: 'Avvia registrazione' });
  await act(() => recorder.start({ userId: doctor, patientId: crypto.randomUUID(), visita: 'prima_visita' }));
  return router;
}

const question = () => screen.findByRole('dialog', { name: 'Registrazione in corso' });
const answer = async (name: string) => user.click(within(await question()).getByRole('button', { name }));

async function expectKept() {
  expect(track.stop).toHaveBeenCalled();
  await waitFor(async () =>
    expect(await chunkStore.list(doctor)).toMatchObject([{ userId: doctor, isComplete: true, bytes: 6 }]),
  );
}

describe('leaving by choice while the microphone is on', () => {
  it('asks first, and records on for who stays', async () => {
    const router = await record();
    await user.click(screen.getByRole('button', { name: 'Esci' }));
    await answer('Annulla');
    expect(router.state.location.pathname).toBe('/app/new-consultation');
    expect(recorder.snapshot().phase).toBe('recording');
    expect(localStorage.getItem(sessionStorageKey)).not.toBeNull();
  });

  it('ends the recording before the session, and keeps what was said for its doctor', async () => {
    const router = await record();
    let wasSignedIn = false;
    track.stop.mockImplementation(() => {
      wasSignedIn = localStorage.getItem(sessionStorageKey) !== null;
    });
    await user.click(screen.getByRole('button', { name: 'Esci' }));
    await answer('Interrompi ed esci');
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(wasSignedIn).toBe(true);
    await expectKept();
  });

  it('asks also where the session has lapsed meanwhile', async () => {
    const router = await record();
    const db = await client();
    await act(() => db.auth.signOut({ scope: 'local' }));
    const lapsed = await screen.findByRole('dialog', { name: 'La sessione è scaduta' });
    await user.click(within(lapsed).getByRole('button', { name: 'Esci' }));
    expect(recorder.snapshot().phase).toBe('recording');
    await answer('Interrompi ed esci');
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    await expectKept();
  });

  it('turns the microphone off also when it happens in another tab', async () => {
    const router = await record();
    const db = await client();
    localStorage.setItem('scriba.left', '1');
    await act(() => db.auth.signOut({ scope: 'local' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    await expectKept();
    // Nobody follows it any more: whoever comes next finds the recorder free.
    await waitFor(() => expect(recorder.snapshot().phase).toBe('idle'));
  });
});

it('turns the microphone off when another doctor, whose second factor is still to come, takes the lapsed session over', async () => {
  const router = await record();
  const db = await client();
  await act(() => db.auth.signOut({ scope: 'local' }));
  await screen.findByRole('dialog', { name: 'La sessione è scaduta' });
  const other = server.addAccount({ email: 'dott.verdi@example.it', factorCode: '123456' });
  await act(() => db.auth.signInWithPassword({ email: other.email, password: other.password }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  await expectKept();
  await waitFor(() => expect(recorder.snapshot().phase).toBe('idle'));
});

it('asks on the way to the sign-in page, too, while the session lasts', async () => {
  const router = await record();
  act(() => void router.navigate('/login'));
  await question();
  expect(router.state.location.pathname).toBe('/app/new-consultation');
});
