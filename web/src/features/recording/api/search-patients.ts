import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { client } from '@/shared/api/client';
import type { PatientRow } from '@/shared/api/database';
import { toApiError } from '@/shared/api/errors';
import { containing, quoted } from '@/shared/api/like';

export type PatientChoice = Pick<PatientRow, 'id' | 'first_name' | 'last_name' | 'birth_date'>;

/** How many the list shows before it is scrolled to its end. */
export const choicesPerPage = 50;

/** One page of the doctor's patients by last name: every word that was typed is in the first or the last name. */
export async function searchPatients(
  userId: string,
  search: string,
  first: number,
  signal: AbortSignal,
): Promise<PatientChoice[]> {
  const db = await client();
  let request = db.from('patients').select('id,first_name,last_name,birth_date').eq('user_id', userId);
  for (const word of search.split(/[\s,]+/).filter(Boolean)) {
    const value = quoted(containing(word));
    request = request.or(`first_name.ilike.${value},last_name.ilike.${value}`);
  }
  const { data, error, status } = await request
    .order('last_name')
    .order('first_name')
    .order('id')
    .range(first, first + choicesPerPage - 1)
    .abortSignal(signal);
  if (error) throw toApiError(error, status);
  return data;
}

export function usePatientSearch(userId: string, search: string) {
  return useInfiniteQuery({
    queryKey: ['patients', 'choices', userId, search],
    queryFn: ({ pageParam, signal }) => searchPatients(userId, search, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.length < choicesPerPage ? undefined : pages.length * choicesPerPage),
    placeholderData: keepPreviousData,
  });
}
