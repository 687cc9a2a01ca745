// A doctor with what the lists of the product show: fifty patients, five visits of usual length.
import { password } from '../../server/tests/wire/harness.mjs'

const good = ({ data, error }) => {
  if (error) throw new Error(error.message)
  return data
}

const patientOf = (user, i) => ({
  user_id: user.id,
  first_name: `Maria Antonietta ${i}`,
  last_name: `D'Ambrosio Bianchi ${(i * 37) % 50}`,
  birth_date: '1980-01-31',
  gender: 'female',
  email: `maria.antonietta.${i}@posta.example.org`,
  phone: `+39 333 12345${String(i).padStart(2, '0')}`,
  weight: 72.5,
  height: 170,
})

const sentence = 'La paziente riferisce di dormire bene e di camminare mezz’ora al giorno; oggi il peso è di 72,5 kg.\n'
const times = (count) => sentence.repeat(count)

const visitOf = (user, patient, i) => ({
  user_id: user.id,
  patient_id: patient.id,
  created_at: new Date(Date.UTC(2026, 0, 10 + i)).toISOString(),
  gdpr_consent: true,
  duration_seconds: 900,
  transcription: times(45),
  medical_report: times(24),
  motivo_visita: times(1),
  storia_medica: times(2),
  storia_ponderale: times(3),
  abitudini_alimentari: times(3),
  attivita_fisica: times(2),
  fattori_psi: times(2),
  esami_parametri: times(3),
  punti_critici: times(2),
  note_specialista: times(2),
  evidence: { statements: Array.from({ length: 20 }, (_, at) => ({ section: 'storia_ponderale', text: 'peso 72,5 kg', begin: at, end: at + 12 })) },
})

/** The doctor, with the patients they have. */
export async function addSample(scriba, email) {
  const doctor = await scriba.signUp(email)
  const patients = good(await doctor.client.from('patients').insert(Array.from({ length: 50 }, (_, i) => patientOf(doctor.user, i))).select())
  good(await doctor.client.from('consultations').insert(patients.slice(0, 5).map((patient, i) => visitOf(doctor.user, patient, i))).select('id'))
  return { ...doctor, patients }
}

/** Refresh tokens of so many sessions, signed in one after the other. */
export async function openSessions(scriba, email, count) {
  const tokens = []
  for (let i = 0; i < count; ++i) {
    const { data, error } = await scriba.client().auth.signInWithPassword({ email, password })
    if (error) throw error
    tokens.push(data.session.refresh_token)
  }
  return tokens
}
