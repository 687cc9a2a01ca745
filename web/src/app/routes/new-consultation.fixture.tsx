import 'fake-indexeddb/auto';
import { vi } from 'vitest';
import { chunkStore } from '@/features/recording/capture/the-recorder';
import { FakeServer } from '@/shared/testing/fake-server';
import { renderApp } from '@/shared/testing/render';
import { RequireSession } from '../guards';
import { Component as NewConsultation } from './new-consultation';

/** Maria Bianchi, one of the two patients of the signed-in doctor. */
export const maria = 'a5f2b7f4-6f0e-4a6b-9a57-0f6f5a3d1c11';

/** A server with a doctor who is signed in and has two patients: Maria Bianchi and Carlo Zeno. */
export function openPractice() {
  const server = new FakeServer().install();
  const doctor = server.signIn().id;
  for (const [id, first_name, last_name] of [
    [crypto.randomUUID(), 'Carlo', 'Zeno'],
    [maria, 'Maria', 'Bianchi'],
  ] as const) {
    server.tables.patients?.push({ id, user_id: doctor, first_name, last_name, birth_date: '1980-01-31' });
  }
  return { server, doctor };
}

/** Nothing that a doctor recorded is left for the next test. */
export async function closePractice(doctor: string) {
  for (const { recordingId: id } of await chunkStore.list(doctor)) await chunkStore.remove(id);
  vi.unstubAllGlobals();
}

export function showNewConsultation(search = '') {
  return renderApp(
    <RequireSession>
      <NewConsultation />
    </RequireSession>,
    { at: `/app/new-consultation${search}` },
  );
}
