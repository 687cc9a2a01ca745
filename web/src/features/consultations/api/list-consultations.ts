import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { client } from '@/shared/api/client';
import type { FoundConsultation } from '@/shared/api/database';
import { toApiError } from '@/shared/api/errors';
import { pageWithin, pastTheEnd } from '@/shared/api/pages';

const columns = 'id,patient_id,created_at,visita,duration_seconds,motivo_visita,audio_url' as const;

export const consultationsPerPage = 25;

/** A consultation as lists show it. */
export type ConsultationSummary = Omit<FoundConsultation, 'patient'>;

export interface HistoryQuery {
  search: string;
  /** From 1. */
  page: number;
}

interface Rows<Row> {
  rows: Row[];
  /** How many match, on all pages. */
  count: number;
}

interface Page<Row> extends Rows<Row> {
  /** The page that these are: the last one, where the one asked for is past the end. */
  page: number;
}

async function loadPage<Row>(page: number, load: (first: number) => Promise<Rows<Row>>): Promise<Page<Row>> {
  const found = await load((page - 1) * consultationsPerPage);
  const there = pageWithin(page, found.count, consultationsPerPage);
  return there === page ? { ...found, page } : loadPage(there, load);
}

/** One page of the consultations of one patient, newest first. */
async function listPatientConsultations(
  patientId: string,
  first: number,
  signal: AbortSignal,
): Promise<Rows<ConsultationSummary>> {
  const db = await client();
  const { data, error, count, status } = await db
    .from('consultations')
    .select(columns, { count: 'exact' })
    .eq('patient_id', patientId)
    .order('created_at', { ascending: false })
    .range(first, first + consultationsPerPage - 1)
    .abortSignal(signal);
  if (error?.code === pastTheEnd) return listPatientConsultations(patientId, 0, signal);
  if (error) throw toApiError(error, status);
  return { rows: data, count: count ?? data.length };
}

/** One page of all consultations of the doctor with their patients, newest first. */
async function listConsultations(userId: string, first: number, signal: AbortSignal): Promise<Rows<FoundConsultation>> {
  const db = await client();
  const { data, error, count, status } = await db
    .from('consultations')
    .select(`${columns},patient:patients(first_name,last_name,user_id)`, { count: 'exact' })
    .eq('user_id', userId)
    .order('created_at', { ascending: false })
    .range(first, first + consultationsPerPage - 1)
    .abortSignal(signal);
  if (error?.code === pastTheEnd) return listConsultations(userId, 0, signal);
  if (error) throw toApiError(error, status);
  return { rows: data, count: count ?? data.length };
}

/** One page of those whose patient or reason has every word: the reason is sealed, so that the server looks for it. */
async function searchConsultations(
  search: string,
  first: number,
  signal: AbortSignal,
): Promise<Rows<FoundConsultation>> {
  const db = await client();
  const { data, error, status } = await db
    .rpc('search_consultations', { search, first, most: consultationsPerPage })
    .abortSignal(signal);
  if (error) throw toApiError(error, status);
  return data;
}

export function usePatientConsultations(patientId: string, page: number) {
  return useQuery({
    queryKey: ['consultations', 'of-patient', patientId, page],
    queryFn: ({ signal }) => loadPage(page, (first) => listPatientConsultations(patientId, first, signal)),
    placeholderData: keepPreviousData,
  });
}

export function useHistory(userId: string, { search, page }: HistoryQuery) {
  const wanted = search.trim();
  return useQuery({
    queryKey: ['consultations', 'of-doctor', userId, wanted, page],
    queryFn: ({ signal }) =>
      loadPage(page, (first) =>
        wanted ? searchConsultations(wanted, first, signal) : listConsultations(userId, first, signal),
      ),
    placeholderData: keepPreviousData,
  });
}
