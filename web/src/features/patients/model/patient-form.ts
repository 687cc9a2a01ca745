import { z } from 'zod';
import type { Gender, PatientRow } from '@/shared/api/database';
import { formatDate, parseDate, todayIso } from '@/shared/format/dates';
import { parseNumber } from '@/shared/format/numbers';
import { patients } from '@/shared/i18n/patients.messages';

const { validation } = patients;

export const genders = ['male', 'female', 'other', 'prefer_not_to_say'] as const satisfies readonly Gender[];

const required = z.string().trim().min(1, validation.required);

/** An optional measure from 0 to `most` with at most one decimal, written with comma or point. */
function measure(most: number, message: string) {
  return z.string().refine((text) => {
    if (text.trim() === '') return true;
    const value = parseNumber(text);
    return value !== null && value <= most && Number((value * 10).toFixed(6)) % 1 === 0;
  }, message);
}

/** The form's own values are what the doctor types; `toPatient` gives the columns. */
export const patientFormSchema = z.object({
  first_name: required,
  last_name: required,
  birth_date: required.superRefine((text, context) => {
    if (text === '') return;
    const date = parseDate(text);
    const message = date === null || date < '1900-01-01' ? validation.birthDate : validation.birthDateFuture;
    if (date === null || date < '1900-01-01' || date > todayIso()) context.addIssue({ code: 'custom', message });
  }),
  gender: z.string().refine((value) => (genders as readonly string[]).includes(value), validation.required),
  email: z.string().refine((text) => text.trim() === '' || z.regexes.html5Email.test(text.trim()), validation.email),
  phone: z.string(),
  weight: measure(500, validation.weight),
  height: measure(300, validation.height),
  notes: z.string(),
});

export type PatientFormValues = z.infer<typeof patientFormSchema>;
export type PatientFields = Omit<PatientRow, 'id' | 'user_id' | 'created_at'>;

export const emptyPatientForm: PatientFormValues = {
  first_name: '',
  last_name: '',
  birth_date: '',
  gender: '',
  email: '',
  phone: '',
  weight: '',
  height: '',
  notes: '',
};

function orNull(text: string): string | null {
  return text.trim() || null;
}

/** The columns of a valid form: texts trimmed, empty ones null. */
export function toPatient(values: PatientFormValues): PatientFields {
  return {
    first_name: values.first_name.trim(),
    last_name: values.last_name.trim(),
    birth_date: parseDate(values.birth_date) ?? '',
    gender: values.gender as Gender,
    email: orNull(values.email),
    phone: orNull(values.phone),
    weight: parseNumber(values.weight),
    height: parseNumber(values.height),
    notes: orNull(values.notes),
  };
}

export function toForm(patient: PatientRow): PatientFormValues {
  const written = (value: number | null) => (value === null ? '' : String(value).replace('.', ','));
  return {
    first_name: patient.first_name,
    last_name: patient.last_name,
    birth_date: formatDate(patient.birth_date),
    gender: patient.gender,
    email: patient.email ?? '',
    phone: patient.phone ?? '',
    weight: written(patient.weight),
    height: written(patient.height),
    notes: patient.notes ?? '',
  };
}
