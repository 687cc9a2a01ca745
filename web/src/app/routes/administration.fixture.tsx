import type { Role } from '@/shared/api/database';
import type { FakeServer } from '@/shared/testing/fake-server';
import type { Row } from '@/shared/testing/fake-tables';
import { renderApp } from '@/shared/testing/render';
import { routes } from '../router';

/** Somebody whom the administrator sees in the tables. */
export const theDoctor = { email: 'anna@example.it', password: 'Segreta123', full_name: 'Anna Neri' };

export const rpc = (name: string) => `/rest/v1/rpc/${name}`;

/** What a period without any activity sums to. */
export const noActivity = { consultations: 0, active_doctors: 0, minutes: 0, new_users: 0, paid_months: 0, revenue: 0 };

/** The whole application as Ada sees it, in the role that is given. */
export function openAs(role: Role, server: FakeServer, at: string) {
  const { id } = server.signIn({ email: 'ada@example.it' });
  const own = server.tables.users?.find((row) => row.id === id);
  if (own) own.role = role;
  return { id, ...renderApp(null, { at, routes }) };
}

/** A message that waits for its reader. */
export function anUnreadNotice(userId: string): Row {
  return {
    id: crypto.randomUUID(),
    user_id: userId,
    subject: 'Manutenzione',
    body: 'Domenica alle 6.',
    created_at: '2026-11-20T09:30:00.000000+00:00',
    read_at: null,
  };
}
