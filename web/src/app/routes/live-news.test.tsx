import { act, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { LiveChangesOptions } from '@/shared/api/live-changes';
import { FakeServer } from '@/shared/testing/fake-server';
import { aPatient } from '@/shared/testing/people';
import { renderApp } from '@/shared/testing/render';
import { routes } from '../router';

/** Who listens, as `table event`; the socket has tests of its own against the real server. */
const listeners = new Map<string, () => void>();
vi.mock('@/shared/api/live-changes', () => ({
  useLiveChanges: ({ table, event }: LiveChangesOptions, onChange: () => void) =>
    void listeners.set(`${table} ${event ?? '*'}`, onChange),
}));

beforeEach(() => listeners.clear());

it('a report that is saved elsewhere appears on the page of its patient', async () => {
  const server = new FakeServer().install();
  const doctor = server.signIn().id;
  const patient = aPatient({ user_id: doctor });
  server.tables.patients?.push(patient);
  renderApp(null, { at: `/app/patients/${patient.id}`, routes });
  expect(await screen.findByText('Nessuna consultazione registrata.')).toBeVisible();
  server.tables.consultations?.push({
    id: 'c1',
    patient_id: patient.id,
    user_id: doctor,
    created_at: '2026-11-21T13:05:00Z',
    visita: 'prima_visita',
    duration_seconds: 12,
    motivo_visita: 'Aumento di sei chili.',
    audio_url: null,
  });
  act(() => listeners.get('consultations INSERT')?.());
  expect(await screen.findByRole('button', { name: 'Visualizza referto completo' })).toBeVisible();
});
