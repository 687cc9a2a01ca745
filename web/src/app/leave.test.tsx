import 'fake-indexeddb/auto';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { draftStore } from '@/features/consultations/model/draft-store';
import { textsOf } from '@/features/consultations/model/report';
import { reportSections, type ReportSection } from '@/shared/api/database';
import { FakeServer } from '@/shared/testing/fake-server';
import { renderApp } from '@/shared/testing/render';
import { routes } from './router';

const nothing = Object.fromEntries(reportSections.map((section) => [section, null])) as Record<ReportSection, null>;
const basis = textsOf(nothing);
const somebodyElse = crypto.randomUUID();

let doctor: string;
beforeEach(async () => {
  const server = new FakeServer().install();
  doctor = server.signIn().id;
  for (const userId of [doctor, somebodyElse]) {
    const texts = { ...basis, storia_medica: 'Ipertesa.' };
    await draftStore.keep({ userId, consultationId: 'c1', texts, basis, keptAt: Date.now() });
  }
});

async function pressLeave() {
  const user = userEvent.setup();
  const { router } = renderApp(null, { at: '/app/medications', routes });
  await user.click(await screen.findByRole('button', { name: 'Esci' }));
  return { user, router };
}

it('asks before unsaved reports are thrown away, and keeps them for who stays', async () => {
  const { user, router } = await pressLeave();
  const question = await screen.findByRole('dialog', { name: 'Uscire senza salvare?' });
  await user.click(within(question).getByRole('button', { name: 'Annulla' }));
  expect(router.state.location.pathname).toBe('/app/medications');
  expect(await draftStore.count(doctor)).toBe(1);
});

it('leaves nothing of the doctor for the next user of the browser', async () => {
  const { user, router } = await pressLeave();
  const question = await screen.findByRole('dialog', { name: 'Uscire senza salvare?' });
  await user.click(within(question).getByRole('button', { name: 'Esci ed elimina le bozze' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  expect(await draftStore.find(doctor, 'c1')).toBeUndefined();
  expect(await draftStore.count(somebodyElse)).toBe(1);
});

it('does not ask where there is nothing unsaved', async () => {
  await draftStore.forgetAll(doctor);
  const { router } = await pressLeave();
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
});
