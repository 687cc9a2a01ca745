import { keepPreviousData, useQuery } from '@tanstack/react-query';
import dayjs from 'dayjs';
import { client } from '@/shared/api/client';
import type { AuditEntry } from '@/shared/api/database';
import { toApiError } from '@/shared/api/errors';

export const auditEntriesPerPage = 25;

export interface AuditQuery {
  event: string;
  /** A part of an address. */
  person: string;
  /** Days of the browser's calendar, `2026-11-21`, both included; empty for no end. */
  from: string;
  to: string;
  page: number;
}

export async function listAuditLog(query: AuditQuery): Promise<{ total: number; rows: AuditEntry[] }> {
  const db = await client();
  const { data, error, status } = await db.rpc('audit_log_page', {
    event: query.event,
    person: query.person,
    since: query.from ? dayjs(query.from).toISOString() : null,
    until: query.to ? dayjs(query.to).add(1, 'day').toISOString() : null,
    limit: auditEntriesPerPage,
    offset: (query.page - 1) * auditEntriesPerPage,
  });
  if (error) throw toApiError(error, status);
  return data;
}

export function useAuditLog(query: AuditQuery) {
  return useQuery({
    queryKey: ['audit', query],
    queryFn: () => listAuditLog(query),
    placeholderData: keepPreviousData,
  });
}
