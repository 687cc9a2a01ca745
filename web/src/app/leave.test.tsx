import 'fake-indexeddb/auto';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { reportDrafts } from '@/features/consultations/model/report-drafts';
import { textsOf } from '@/features/consultations/model/report';
import { transcriptDrafts } from '@/features/recording/capture/transcript-drafts';
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
    await reportDrafts.keep({ userId, consultationId: 'c1', texts, basis, keptAt: Date.now() });
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
  expect(await reportDrafts.count(doctor)).toBe(1);
});

it('leaves nothing of the doctor for the next user of the browser', async () => {
  const { user, router } = await pressLeave();
  const question = await screen.findByRole('dialog', { name: 'Uscire senza salvare?' });
  await user.click(within(question).getByRole('button', { name: 'Esci ed elimina le bozze' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  expect(await reportDrafts.find(doctor, 'c1')).toBeUndefined();
  expect(await reportDrafts.count(somebodyElse)).toBe(1);
});

it('does not ask where there is nothing unsaved', async () => {
  await reportDrafts.forgetAll(doctor);
  const { router } = await pressLeave();
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
});

describe('drafts that the browser does not give up', () => {
  afterEach(() => vi.restoreAllMocks());

  const refuse = (times: number) => {
    const forgetting = vi.spyOn(reportDrafts, 'forgetAll');
    for (let time = 0; time < times; time += 1)
      forgetting.mockRejectedValueOnce(new DOMException('', 'QuotaExceededError'));
  };
  const press = async (user: ReturnType<typeof userEvent.setup>, name: string) =>
    user.click(await screen.findByRole('button', { name }));

  it('are tried once more in silence', async () => {
    refuse(1);
    const { user, router } = await pressLeave();
    await press(user, 'Esci ed elimina le bozze');
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(await reportDrafts.count(doctor)).toBe(0);
  });

  it('hold the session, and the doctor is told, until they are gone', async () => {
    refuse(2);
    const { user, router } = await pressLeave();
    await press(user, 'Esci ed elimina le bozze');
    const told = await screen.findByRole('dialog', { name: 'Le bozze sono ancora qui' });
    expect(within(told).getByRole('alert')).toHaveTextContent(/non sono stati eliminati da questo browser/);
    expect(router.state.location.pathname).toBe('/app/medications');
    await press(user, 'Esci ed elimina le bozze');
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(await reportDrafts.count(doctor)).toBe(0);
  });

  it('stay behind a doctor who has to go, and knows it', async () => {
    refuse(2);
    const { user, router } = await pressLeave();
    await press(user, 'Esci ed elimina le bozze');
    await press(user, 'Esci senza eliminarle');
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(await reportDrafts.count(doctor)).toBe(1);
  });
});

it('asks before a typed transcript is thrown away, and takes it along', async () => {
  await reportDrafts.forgetAll(doctor);
  await transcriptDrafts.keep({ userId: doctor, recordingId: 'r1', text: 'Peso 84 chili.', keptAt: Date.now() });
  const { user, router } = await pressLeave();
  await user.click(await screen.findByRole('button', { name: 'Esci ed elimina le bozze' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  expect(await transcriptDrafts.count(doctor)).toBe(0);
});
