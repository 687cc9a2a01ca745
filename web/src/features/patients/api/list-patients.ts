import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Gender, PatientRow } from '@/shared/api/database';
import { toApiError } from '@/shared/api/errors';
import { pageWithin, pastTheEnd } from '@/shared/api/pages';
import { signedInClient, useUser } from '@/shared/api/session';
import { searchConditions } from '../model/search-filter';

export const patientsPerPage = 25;

export interface PatientListQuery {
  search: string;
  gender: Gender | 'all';
  /** From 1. */
  page: number;
}

export interface PatientList {
  patients: PatientRow[];
  /** How many match, on all pages. */
  count: number;
  /** The page that these are: the last one, where the one asked for is past the end. */
  page: number;
}

export async function listPatients(
  userId: string,
  query: PatientListQuery,
  signal?: AbortSignal,
): Promise<PatientList> {
  const db = await signedInClient();
  const first = (query.page - 1) * patientsPerPage;
  let request = db.from('patients').select('*', { count: 'exact' }).eq('user_id', userId);
  for (const condition of searchConditions(query.search)) request = request.or(condition);
  if (query.gender !== 'all') request = request.eq('gender', query.gender);
  request = request
    .order('last_name')
    .order('first_name')
    .order('id')
    .range(first, first + patientsPerPage - 1);
  const { data, error, count, status } = await (signal ? request.abortSignal(signal) : request);
  if (error?.code === pastTheEnd) return listPatients(userId, { ...query, page: 1 }, signal);
  if (error) throw toApiError(error, status);
  const all = count ?? data.length;
  const page = pageWithin(query.page, all, patientsPerPage);
  return page === query.page ? { patients: data, count: all, page } : listPatients(userId, { ...query, page }, signal);
}

export function usePatientList(query: PatientListQuery) {
  const { id } = useUser();
  return useQuery({
    queryKey: ['patients', 'list', id, query],
    queryFn: ({ signal }) => listPatients(id, query, signal),
    placeholderData: keepPreviousData,
  });
}
