import type { PatientRow } from '@/shared/api/database';

/** An invented patient; `changes` say what matters to the test. */
export function aPatient(changes: Partial<PatientRow> = {}): PatientRow {
  return {
    id: crypto.randomUUID(),
    user_id: '',
    first_name: 'Maria',
    last_name: 'Bianchi',
    birth_date: '1980-03-15',
    gender: 'female',
    email: null,
    phone: null,
    weight: null,
    height: null,
    notes: null,
    created_at: '2026-11-01T09:00:00.000000+00:00',
    ...changes,
  };
}
