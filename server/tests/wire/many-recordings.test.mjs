// Two hundred doctors at once: every recording is heard while it is made, saved once, charged once, and whole.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Crowd } from './crowd.mjs'
import { startEngine } from './engine.mjs'
import { install } from './harness.mjs'
import { makeTalk } from './talk.mjs'

const recordings = 200
// Four seconds of sound each second.
const [seconds, pieceSeconds] = [36, 4]
let scriba, engine, talk

before(async () => {
  engine = await startEngine()
  await engine.control({ mode: 'echo', serial: false })
  ;[talk, scriba] = await Promise.all([makeTalk(seconds), install({ SCRIBA_SPEECH_URL: engine.url })])
})
after(async () => {
  await scriba.remove()
  engine.stop()
})

const piecesOf = ({ first }) =>
  Array.from({ length: seconds / pieceSeconds }, (_, i) => first((i + 1) * pieceSeconds).subarray(first(i * pieceSeconds).length))

/** What the row of a doctor's month says, and what the ledger of the minutes adds up to. */
async function minutesOf({ client, recorders }) {
  const { data, error } = await client.from('user_subscriptions').select('minutes_used').single()
  assert.equal(error, null)
  return { used: data.minutes_used, expected: recorders.length }
}

test('200 recordings at once are heard while they are made, saved once, charged once, and whole', async () => {
  const crowd = await Crowd.gather(scriba, recordings)
  let stop
  const stopped = new Promise((done) => (stop = done))
  const pieces = piecesOf(talk)
  const recorded = crowd.record(() => pieces, { period: 1000, stop: stopped })
  // Each has text of its first piece before anybody stops.
  for (let heard = 0, tries = 0; heard < recordings; ++tries) {
    assert.ok(tries < 120, `${heard} recordings are heard while they are made`)
    await pause(500)
    const rows = await crowd.rows('state, error_code, partial_transcript')
    assert.deepEqual(rows.filter(({ error_code }) => error_code), [])
    heard = rows.filter(({ state, partial_transcript }) => state === 'recording' && partial_transcript).length
  }
  stop()
  await recorded
  const states = await crowd.settled()
  assert.deepEqual([...new Set(states)], ['saved'])
  assert.equal(states.length, recordings)
  for (const doctor of crowd.doctors) {
    const { used, expected } = await minutesOf(doctor)
    assert.equal(used, expected, 'each recording is charged its one minute')
    const { data } = await doctor.client.from('consultations').select('id, duration_seconds, audio_url')
    assert.deepEqual(data.map(({ id }) => id).sort(), doctor.recorders.map(({ id }) => id).sort())
    for (const { duration_seconds, audio_url } of data) {
      assert.equal(duration_seconds, seconds)
      const [bucket, ...path] = audio_url.split('/')
      const sound = await doctor.client.storage.from(bucket).download(path.join('/'))
      assert.ok(talk.bytes.equals(Buffer.from(await sound.data.arrayBuffer())), 'every byte is there')
    }
  }
})
