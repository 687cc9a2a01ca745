import { useQuery } from '@tanstack/react-query';
import { client } from '@/shared/api/client';
import type { ConsultationRow } from '@/shared/api/database';
import { toApiError } from '@/shared/api/errors';

const columns = 'id,patient_id,created_at,visita,duration_seconds,motivo_visita,audio_url' as const;

/** A consultation as lists show it. */
export type ConsultationSummary = Pick<
  ConsultationRow,
  'id' | 'patient_id' | 'created_at' | 'visita' | 'duration_seconds' | 'motivo_visita' | 'audio_url'
>;

export type ConsultationOfPatient = ConsultationSummary & {
  patient: { first_name: string; last_name: string } | null;
};

/** The consultations of one patient, newest first. */
export async function listPatientConsultations(patientId: string): Promise<ConsultationSummary[]> {
  const db = await client();
  const { data, error, status } = await db
    .from('consultations')
    .select(columns)
    .eq('patient_id', patientId)
    .order('created_at', { ascending: false });
  if (error) throw toApiError(error, status);
  return data;
}

/** All consultations of the doctor with their patients, newest first. */
export async function listConsultations(userId: string): Promise<ConsultationOfPatient[]> {
  const db = await client();
  const { data, error, status } = await db
    .from('consultations')
    .select(`${columns},patient:patients(first_name,last_name,user_id)`)
    .eq('user_id', userId)
    .order('created_at', { ascending: false });
  if (error) throw toApiError(error, status);
  return data;
}

export function usePatientConsultations(patientId: string) {
  return useQuery({
    queryKey: ['consultations', 'of-patient', patientId],
    queryFn: () => listPatientConsultations(patientId),
  });
}

export function useConsultations(userId: string) {
  return useQuery({ queryKey: ['consultations', 'of-doctor', userId], queryFn: () => listConsultations(userId) });
}
