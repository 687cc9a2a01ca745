import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it } from 'vitest';
import { aPatient } from '@/shared/testing/people';
import { showChange, showRemoval } from './patient-cache';

const maria = aPatient({ id: 'p1' });
const luca = aPatient({ id: 'p2', first_name: 'Luca' });
const list = { patients: [maria, luca], count: 40 };
const listKey = ['patients', 'list', 'u1', { search: '', gender: 'all', page: 1 }];
const oneKey = ['patients', 'one', 'p1'];

let queryClient: QueryClient;
beforeEach(() => {
  queryClient = new QueryClient();
  queryClient.setQueryData(listKey, list);
  queryClient.setQueryData(oneKey, maria);
});

it('a change shows on the page and in the lists, and is taken back whole', () => {
  const undo = showChange(queryClient, 'p1', { ...maria, last_name: 'Verdi' });
  expect(queryClient.getQueryData(oneKey)).toMatchObject({ last_name: 'Verdi' });
  expect(queryClient.getQueryData(listKey)).toMatchObject({
    patients: [{ last_name: 'Verdi' }, { first_name: 'Luca' }],
  });
  undo();
  expect(queryClient.getQueryData(oneKey)).toEqual(maria);
  expect(queryClient.getQueryData(listKey)).toEqual(list);
});

it('a removed patient is in no list, counted once, and comes back when it failed', () => {
  const undo = showRemoval(queryClient, 'p1');
  expect(queryClient.getQueryData(listKey)).toEqual({ patients: [luca], count: 39 });
  undo();
  expect(queryClient.getQueryData(listKey)).toEqual(list);
});
