// The program ended by SIGKILL again and again while doctors record: kills.mjs [KILLS=1000] [RECORDINGS AT ONCE=8]
//
// Each kill comes at a random moment, up to 400 ms after the program answers again. Recordings follow each other all the
// time: pieces go up, are transcribed, written and saved while it dies. Then nothing that was acknowledged may be missing,
// every recording must be one consultation with all of its sound, and every minute charged once.
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { Crowd } from '../../server/tests/wire/crowd.mjs'
import { startEngine } from '../../server/tests/wire/engine.mjs'
import { install } from '../../server/tests/wire/harness.mjs'
import { patiently } from '../../server/tests/wire/recorder.mjs'
import { report } from '../support/table.mjs'
import { Visit, pieceOf } from './sound.mjs'

const [kills = 1000, atOnce = 8] = process.argv.slice(2).map(Number)
const seconds = 20
const longestLife = 400
const pieceEvery = 100

const sound = await (await Visit.make()).recording(seconds)
const pieces = Array.from({ length: seconds }, (_, second) => pieceOf(sound, second, seconds))
const engine = await startEngine()
await engine.control({ mode: 'echo', serial: false, delay_ms: 20 })
const scriba = await install({ SCRIBA_SPEECH_URL: engine.url })
// More than the kills leave time for; a recording that nobody came to is not begun.
const crowd = await Crowd.gather(scriba, Math.max(atOnce, kills))

let isOver = false
let killed = 0

async function killAgainAndAgain() {
  while (killed < kills) {
    await pause(Math.random() * longestLife)
    await scriba.stop('SIGKILL')
    killed += 1
    await scriba.start()
  }
  isOver = true
}

/** Sends the pieces as a browser does. */
async function recordThroughKills(recorder) {
  await patiently(() => recorder.start())
  for (let end = 0, next = 0; next < pieces.length; ++next) {
    await pause(pieceEvery)
    end += pieces[next].length
    await recorder.catchUp(sound, end, { isLast: next === pieces.length - 1 })
  }
}

const begun = []
async function recordOneAfterTheOther(lane) {
  for (let number = lane; !isOver && number < crowd.recorders.length; number += atOnce) {
    begun.push(crowd.recorders[number])
    await recordThroughKills(crowd.recorders[number])
  }
}

async function must(query) {
  const { data, error } = await query
  if (error) throw error
  return data
}

/** What the installation holds for a doctor at the end is what they recorded. */
async function verify({ client, user, recorders }) {
  const mine = recorders.filter((recorder) => begun.includes(recorder))
  const recordings = await must(client.from('recordings').select('id, state, error_code, consultation_id'))
  assert.deepEqual(recordings.map(({ id }) => id).sort(), mine.map(({ id }) => id).sort(), 'every recording is there')
  const lost = recordings.filter(({ state }) => state !== 'saved')
  if (lost.length > 0) console.error(scriba.log)
  assert.deepEqual(lost, [], 'every recording is saved')
  const consultations = await must(client.from('consultations').select('id, duration_seconds, audio_url, transcription'))
  assert.deepEqual(consultations.map(({ id }) => id).sort(), recordings.map(({ consultation_id: id }) => id).sort(), 'one consultation each')
  for (const { audio_url: url, transcription } of consultations) {
    const [bucket, ...name] = url.split('/')
    const kept = Buffer.from(await (await must(client.storage.from(bucket).download(name.join('/')))).arrayBuffer())
    assert.ok(kept.equals(sound), 'every byte of the sound')
    assert.ok(transcription.length > 0, 'what was said is written')
  }
  const charged = consultations.reduce((sum, { duration_seconds: length }) => sum + Math.ceil(length / 60), 0)
  const { minutesUsed } = await must(client.functions.invoke('subscription', { body: { action: 'getSubscriptionStatus', userId: user.id } }))
  assert.equal(minutesUsed, charged, 'each minute charged once')
  return { recordings: recordings.length, minutes: charged }
}

const begin = Date.now()
await Promise.all([killAgainAndAgain(), ...Array.from({ length: atOnce }, (_, lane) => recordOneAfterTheOther(lane))])
const lasted = (Date.now() - begin) / 1000
await crowd.settled()
const settledAfter = (Date.now() - begin) / 1000 - lasted
const sums = await Promise.all(crowd.doctors.map(verify))
const total = (what) => sums.reduce((sum, each) => sum + each[what], 0)
report(
  `${killed} kills while ${atOnce} doctors record`,
  ['recordings', 'saved with every byte', 'minutes charged, each once', 'kills took', 'all saved after the last'],
  [[begun.length, total('recordings'), total('minutes'), `${lasted.toFixed(0)} s`, `${settledAfter.toFixed(0)} s`]],
)
await scriba.remove()
engine.stop()
process.exit(0)
