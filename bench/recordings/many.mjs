// Recordings at once, a piece each second at the pace of speech: many.mjs [RECORDINGS=200] [SECONDS=40]
//
// Processor time, memory (the children that decode included), syncs of the disk, how long an append takes; then all stop
// at once, and every one of them must become a consultation.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { startEngine } from '../../server/tests/wire/engine.mjs'
import { install } from '../../server/tests/wire/harness.mjs'
import { Recorder } from '../../server/tests/wire/recorder.mjs'
import { memory, processorSeconds } from '../support/process.mjs'
import { quantile, report, short } from '../support/table.mjs'
import { Visit, pieceOf } from './sound.mjs'

const [recordings = 200, seconds = 40] = process.argv.slice(2).map(Number)
const recordingsOfADoctor = 20
const syncWindow = 5

const visit = await Visit.make()
const sound = await visit.recording(seconds)
const engine = await startEngine()
await engine.control({ mode: 'echo', serial: false })
const scriba = await install({ SCRIBA_SPEECH_URL: engine.url })
const pid = scriba.child.pid

async function addDoctor(number) {
  const doctor = await scriba.signUp(`doctor${number}@example.org`)
  const { data, error } = await doctor.client.from('patients').insert({ first_name: 'Maria', last_name: 'Rossi', birth_date: '1970-01-01', gender: 'female' }).select().single()
  if (error) throw error
  return { ...doctor, patient: data }
}

/** One recording from its first second to its last; the last piece goes when `stop` says so. */
async function record(recorder, begin, appends, stop) {
  await recorder.start()
  for (let second = 0; second < seconds; ++second) {
    await pause(Math.max(0, begin + 1000 * (second + 1) - Date.now()))
    const isLast = second === seconds - 1
    if (isLast) await stop
    const sent = performance.now()
    await recorder.append(pieceOf(sound, second, seconds), { isLast })
    if (!isLast) appends.push(performance.now() - sent)
  }
}

/** Syncs a second, by strace; it slows the program down, so it comes after everything else has been measured. */
async function countSyncs() {
  const strace = spawn('strace', ['-f', '-q', '-c', '-e', 'trace=fsync,fdatasync,syncfs', '-p', String(pid)], { stdio: ['ignore', 'ignore', 'pipe'] })
  let text = ''
  strace.stderr.on('data', (bytes) => (text += bytes))
  await pause(1000 * syncWindow)
  strace.kill('SIGINT')
  await once(strace, 'close')
  const calls = [...text.matchAll(/^\s*[\d.]+\s+[\d.]+\s+\d+\s+(\d+)\s.*sync/gm)].map(([, count]) => Number(count))
  return calls.reduce((sum, count) => sum + count, 0) / syncWindow
}

async function statesOf(doctors) {
  const rows = await Promise.all(doctors.map(async ({ client }) => (await client.from('recordings').select('state')).data))
  return rows.flat().map(({ state }) => state)
}

const doctors = []
for (let i = 0; i < Math.ceil(recordings / recordingsOfADoctor); ++i) doctors.push(await addDoctor(i))
const idle = memory(pid)
const appends = []
let letGo
const stop = new Promise((done) => (letGo = done))
const begin = Date.now()
const all = Array.from({ length: recordings }, (_, i) => {
  const doctor = doctors[i % doctors.length]
  return record(new Recorder(scriba, doctor, doctor.patient), begin + (1000 * i) / recordings, appends, stop)
})
// The first ten seconds are for starting; what strace sees comes last.
await pause(10_000)
appends.length = 0
const [cpuBefore, at] = [processorSeconds(pid), Date.now()]
await pause(Math.max(5000, 1000 * (seconds - 13 - syncWindow)))
const measured = (Date.now() - at) / 1000
const cores = (processorSeconds(pid) - cpuBefore) / measured
const taken = [...appends]
const used = memory(pid)
const syncs = await countSyncs()
await pause(Math.max(0, begin + 1000 * (seconds + 1) - Date.now()))
letGo()
const stopped = Date.now()
await Promise.all(all)
let states = await statesOf(doctors)
while (states.some((state) => state !== 'saved' && state !== 'failed')) {
  await pause(1000)
  states = await statesOf(doctors)
}
const caughtUp = (Date.now() - stopped) / 1000
assert.equal(states.filter((state) => state === 'saved').length, recordings, 'every recording is saved')
report(
  `${recordings} recordings at once, ${seconds} s each`,
  ['appends a second', 'append p50', 'p99', 'longest', 'cores', 'memory before', 'of the server', 'with decoding', 'syncs a second', 'all saved after'],
  [[short(taken.length / measured), ...[0.5, 0.99, 1].map((share) => `${quantile(taken, share).toFixed(1)} ms`), cores.toFixed(2),
    ...[idle.own, used.own, used.total].map((megabytes) => `${megabytes.toFixed(0)} MB`), short(syncs), `${caughtUp.toFixed(0)} s`]],
)
await scriba.remove()
engine.stop()
process.exit(0)
