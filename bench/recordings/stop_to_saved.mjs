// From the doctor's stop to the saved consultation: stop_to_saved.mjs SECONDS...
//
// Recordings of each length at the pace of speech, all at the same time, each with a program and an engine of its own; the
// engine takes 0.3 times the length of what it is sent. All lengths end with the same minute of the visit, at six
// different places of it, so that only what went before differs. Beside it the same sound sent after the stop.
import { setTimeout as pause } from 'node:timers/promises'
import { startEngine } from '../../server/tests/wire/engine.mjs'
import { install } from '../../server/tests/wire/harness.mjs'
import { Recorder } from '../../server/tests/wire/recorder.mjs'
import { median, report } from '../support/table.mjs'
import { Visit, pieceOf } from './sound.mjs'

const lengths = process.argv.slice(2).map(Number)
const ends = [10, 35, 60, 85, 110, 135]
const realTimeFactor = 0.3

async function open() {
  const engine = await startEngine()
  await engine.control({ mode: 'echo', real_time_factor: realTimeFactor })
  const scriba = await install({ SCRIBA_SPEECH_URL: engine.url, SCRIBA_THREADS: '1' })
  const doctor = await scriba.signUp('anna@example.org')
  const { data, error } = await doctor.client.from('patients').insert({ first_name: 'Maria', last_name: 'Rossi', birth_date: '1970-01-01', gender: 'female' }).select().single()
  if (error) throw error
  return { engine, scriba, doctor, patient: data }
}

async function close({ engine, scriba }) {
  await scriba.remove()
  engine.stop()
}

/** Seconds until the recording is saved. */
async function untilSaved({ doctor }, id, from) {
  for (;;) {
    const { data } = await doctor.client.from('recordings').select('state, error_code').eq('id', id).single()
    if (data.state === 'saved') return (performance.now() - from) / 1000
    if (data.state === 'failed') throw new Error(data.error_code)
    await pause(100)
  }
}

/** Records, stops, and answers how long the rest took. */
async function recordLive(house, bytes, seconds) {
  const recorder = new Recorder(house.scriba, house.doctor, house.patient)
  await recorder.start()
  const begin = Date.now()
  for (let second = 0; second < seconds; ++second) {
    await pause(Math.max(0, begin + 1000 * (second + 1) - Date.now()))
    const isLast = second === seconds - 1
    const stopped = performance.now()
    await recorder.append(pieceOf(bytes, second, seconds), { isLast })
    if (isLast) return untilSaved(house, recorder.id, stopped)
  }
}

/** The same sound, sent when all of it is there. */
async function sendAfterwards(house, bytes) {
  const recorder = new Recorder(house.scriba, house.doctor, house.patient)
  const stopped = performance.now()
  await recorder.start()
  await recorder.append(bytes, { isLast: true })
  return untilSaved(house, recorder.id, stopped)
}

async function measure(visit, seconds) {
  const live = await Promise.all(
    ends.map(async (end) => {
      const bytes = await visit.recording(seconds, end)
      const house = await open()
      const taken = await recordLive(house, bytes, seconds)
      await close(house)
      return taken
    }),
  )
  return { seconds, live }
}

async function measureAfterwards(visit, seconds) {
  const bytes = await visit.recording(seconds, ends[0])
  const house = await open()
  const taken = await sendAfterwards(house, bytes)
  await close(house)
  return taken
}

const visit = await Visit.make()
const [live, afterwards] = await Promise.all([
  Promise.all(lengths.map((seconds) => measure(visit, seconds))),
  Promise.all(lengths.map((seconds) => measureAfterwards(visit, seconds))),
])
const rows = live.map(({ seconds, live: taken }, i) => [
  seconds >= 60 ? `${seconds / 60} min` : `${seconds} s`,
  `${median(taken).toFixed(1)} s`,
  `${Math.min(...taken).toFixed(1)} to ${Math.max(...taken).toFixed(1)} s`,
  (median(taken) / median(live[0].live)).toFixed(2),
  `${afterwards[i].toFixed(1)} s`,
])
report('From the stop to the saved consultation', ['length', 'median', 'range', `ratio to ${rows[0][0]}`, 'sent after the stop'], rows)
process.exit(0)
