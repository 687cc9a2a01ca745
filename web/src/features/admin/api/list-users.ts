import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { client } from '@/shared/api/client';
import type { UserRow } from '@/shared/api/database';
import { toApiError } from '@/shared/api/errors';

export const usersPerPage = 25;

export interface UserPage {
  users: UserRow[];
  count: number;
}

/** One page of all users, newest first. Someone who is no administrator gets only themselves. */
export async function listUsers(page: number): Promise<UserPage> {
  const db = await client();
  const first = (page - 1) * usersPerPage;
  const { data, error, count, status } = await db
    .from('users')
    .select('*', { count: 'exact' })
    .order('created_at', { ascending: false })
    .order('id')
    .range(first, first + usersPerPage - 1);
  if (error) throw toApiError(error, status);
  return { users: data, count: count ?? data.length };
}

export function useUsers(page: number) {
  return useQuery({
    queryKey: ['users', 'list', page],
    queryFn: () => listUsers(page),
    placeholderData: keepPreviousData,
  });
}
