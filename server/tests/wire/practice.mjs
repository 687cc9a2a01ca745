// A practice for the tests of what an operator does: what is in it, and how its commands are run.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, readdir } from 'node:fs/promises'
import { promisify } from 'node:util'
import { install, ownDatabase, password, runOnce } from './harness.mjs'

export const needsPostgres = process.env.SCRIBA_TEST_DATABASE_URL ? false : 'needs the second database'
export const sound = new Uint8Array(300_000).map((_, i) => (i * 31) % 251)
export const good = ({ data, error }) => {
  assert.equal(error, null)
  return data
}

/** A practice at work: a doctor, a patient with sealed notes, a consultation, a sound file. */
export async function practice(settings) {
  const scriba = await install(settings)
  const doctor = await scriba.signUp('anna@example.com')
  const { client, user } = doctor
  const patient = good(
    await client.from('patients').insert({ first_name: 'Nicolò', last_name: "D'Alù", birth_date: '1970-02-28', gender: 'male', notes: 'Allergico alle noci' }).select().single(),
  )
  good(await client.from('consultations').insert({ patient_id: patient.id, transcription: 'Buongiorno.', duration_seconds: 61, motivo_visita: 'Controllo' }))
  good(await client.storage.from('consultation-audio').upload(`${user.id}/visita.mp3`, sound, { contentType: 'audio/mpeg' }))
  return { scriba, ...doctor, patient }
}

/** What a doctor finds after signing in to an installation. */
export async function whatIsThere(scriba) {
  const client = scriba.client()
  const { user } = good(await client.auth.signInWithPassword({ email: 'anna@example.com', password }))
  const patients = good(await client.from('patients').select('first_name, last_name, birth_date, notes'))
  const consultations = good(await client.from('consultations').select('transcription, motivo_visita, duration_seconds'))
  const months = good(await client.from('user_subscriptions').select('minutes_used'))
  const file = good(await client.storage.from('consultation-audio').download(`${user.id}/visita.mp3`))
  return { patients, consultations, months, sound: Buffer.from(await file.arrayBuffer()).equals(Buffer.from(sound)) }
}

export const everything = {
  patients: [{ first_name: 'Nicolò', last_name: "D'Alù", birth_date: '1970-02-28', notes: 'Allergico alle noci' }],
  consultations: [{ transcription: 'Buongiorno.', motivo_visita: 'Controllo', duration_seconds: 61 }],
  months: [{ minutes_used: 2 }],
  sound: true,
}

export async function run(scriba, ...words) {
  const { code, output } = await runOnce(words, scriba.environment)
  assert.equal(code, 0, output)
  return output
}
export async function refused(scriba, ...words) {
  const { code, output } = await runOnce(words, scriba.environment)
  assert.equal(code, 1, output)
  return output
}

/** Asks a PostgreSQL directly. */
export const query = (database, sql) => promisify(execFile)('psql', [database, '-qAtc', sql])

/** The sealed files of an installation; the folder of those set aside is none. */
export async function sealedFiles(folder) {
  return (await readdir(folder)).filter((name) => name !== 'aside')
}

/** A data folder with nothing in it, on a database of its own. */
export async function emptyPlace() {
  const scriba = await install()
  await scriba.remove()
  await mkdir(scriba.dataDir)
  Object.assign(scriba.environment, await ownDatabase())
  return scriba
}
