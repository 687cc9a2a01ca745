// Recordings at once, a piece each second at the pace of speech: many.mjs [RECORDINGS=200] [SECONDS=40]
//
// Processor time, memory (the children that decode included), syncs of the disk, how long an append takes; then all stop
// at once, and every one of them must become a consultation.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Crowd } from '../../server/tests/wire/crowd.mjs'
import { startEngine } from '../../server/tests/wire/engine.mjs'
import { install } from '../../server/tests/wire/harness.mjs'
import { memory, processorSeconds } from '../support/process.mjs'
import { quantile, report, short } from '../support/table.mjs'
import { Visit, pieceOf } from './sound.mjs'

const [recordings = 200, seconds = 40] = process.argv.slice(2).map(Number)
const syncWindow = 5

// Doctors are at different places of their visits: what is held until the next pause differs.
const places = 16
const visit = await Visit.make()
const sounds = await Promise.all(Array.from({ length: places }, (_, place) => visit.recording(seconds, (place * visit.period) / places)))
const engine = await startEngine()
await engine.control({ mode: 'echo', serial: false })
const scriba = await install({ SCRIBA_SPEECH_URL: engine.url })
const pid = scriba.child.pid

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

const crowd = await Crowd.gather(scriba, recordings)
const idle = memory(pid)
const appends = []
let letGo
const stop = new Promise((done) => (letGo = done))
const begin = Date.now()
const visits = sounds.map((sound) => Array.from({ length: seconds }, (_, second) => pieceOf(sound, second, seconds)))
const all = crowd.record((number) => visits[number % places], { period: 1000, stop, onAppend: (milliseconds) => appends.push(milliseconds) })
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
await all
const states = await crowd.settled()
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
