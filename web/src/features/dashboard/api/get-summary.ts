import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Client } from '@/shared/api/client';
import { toApiError } from '@/shared/api/errors';
import { useLiveChanges } from '@/shared/api/live-changes';
import { signedInClient, useUser } from '@/shared/api/session';
import { daysAgo } from '@/shared/format/dates';
import { firstLine } from '@/shared/format/lines';
import { repairOwnerless } from './repair-ownerless';

const recentCount = 5;
const newPatientDays = 7;

export interface RecentPatient {
  id: string;
  first_name: string;
  last_name: string;
  created_at: string;
}

export interface RecentNote {
  id: string;
  /** The first line of the reason for the visit; null when the report has none. */
  title: string | null;
  patient: { first_name: string; last_name: string } | null;
  created_at: string;
}

export interface DashboardSummary {
  totalPatients: number;
  newThisWeek: number;
  recentPatients: RecentPatient[];
  recentNotes: RecentNote[];
}

async function readCounts(db: Client, userId: string) {
  const counting = { count: 'exact', head: true } as const;
  const patients = () => db.from('patients').select('id', counting).eq('user_id', userId);
  const [total, recent] = await Promise.all([patients(), patients().gte('created_at', daysAgo(newPatientDays))]);
  if (total.error) throw toApiError(total.error, total.status);
  if (recent.error) throw toApiError(recent.error, recent.status);
  return { totalPatients: total.count ?? 0, newThisWeek: recent.count ?? 0 };
}

async function readRecentPatients(db: Client, userId: string): Promise<RecentPatient[]> {
  const { data, error, status } = await db
    .from('patients')
    .select('id,first_name,last_name,created_at')
    .eq('user_id', userId)
    .order('created_at', { ascending: false })
    .limit(recentCount);
  if (error) throw toApiError(error, status);
  return data;
}

async function readRecentNotes(db: Client, userId: string): Promise<RecentNote[]> {
  const { data, error, status } = await db
    .from('consultations')
    .select('id,created_at,motivo_visita,patient:patients(first_name,last_name)')
    .eq('user_id', userId)
    .order('created_at', { ascending: false })
    .limit(recentCount);
  if (error) throw toApiError(error, status);
  return data.map(({ motivo_visita: reason, ...note }) => ({ ...note, title: firstLine(reason) }));
}

export async function getSummary(userId: string): Promise<DashboardSummary> {
  const db = await signedInClient();
  // What has found its owner is among the notes; nothing else waits for that.
  const repaired = repairOwnerless(db);
  const [counts, recentPatients, recentNotes] = await Promise.all([
    readCounts(db, userId),
    readRecentPatients(db, userId),
    repaired.then(() => readRecentNotes(db, userId)),
  ]);
  return { ...counts, recentPatients, recentNotes };
}

/** What the dashboard shows, loaded again whenever the doctor's account or subscription changes. */
export function useSummary() {
  const { id } = useUser();
  const queryClient = useQueryClient();
  const reload = () => void queryClient.invalidateQueries({ queryKey: ['dashboard'] });
  useLiveChanges({ table: 'users', filter: `id=eq.${id}` }, reload);
  useLiveChanges({ table: 'user_subscriptions', filter: `user_id=eq.${id}` }, () => {
    reload();
    // A new month is a new row, which the minutes do not hear of themselves.
    void queryClient.invalidateQueries({ queryKey: ['subscription'] });
  });
  return useQuery({ queryKey: ['dashboard', id], queryFn: () => getSummary(id), staleTime: 0 });
}
