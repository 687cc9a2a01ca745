// Long recordings: a stop leaves only the tail to do.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { startEngine } from './engine.mjs'
import { install } from './harness.mjs'
import { Recorder } from './recorder.mjs'
import { makeTalk } from './talk.mjs'

let scriba, engine, talk

before(async () => {
  engine = await startEngine()
  await engine.control({ mode: 'echo', serial: false })
  ;[talk, scriba] = await Promise.all([makeTalk(90), install({ SCRIBA_SPEECH_URL: engine.url })])
})
after(async () => {
  await scriba.remove()
  engine.stop()
})

async function addDoctor(name) {
  const doctor = await scriba.signUp(`${name}@example.com`)
  const { data, error } = await doctor.client.from('patients').insert({ first_name: 'Maria', last_name: 'Rossi', birth_date: '1970-01-01', gender: 'female' }).select().single()
  assert.equal(error, null)
  return { ...doctor, patient: data }
}

async function until(condition, seconds) {
  for (let waited = 0; waited < 5 * seconds; ++waited) {
    const found = await condition()
    if (found) return found
    await pause(200)
  }
  assert.fail('it did not come in time')
}

const rowsOf = async ({ client }) => (await client.from('recordings').select('id, state, bytes, consultation_id')).data

test('after the stop only the tail is sent to the engine, however long the recording', async () => {
  const doctor = await addDoctor('ivo')
  for (const [seconds, atLeast] of [[40, 2], [90, 4]]) {
    const sound = talk.first(seconds)
    const recorder = new Recorder(scriba, doctor, doctor.patient)
    const before = (await engine.requests()).length
    await recorder.start()
    const part = Math.ceil(sound.length / seconds)
    let at = 0
    for (; at + part < sound.length; at += part) await recorder.append(sound.subarray(at, at + part))
    // What can be cut is cut and heard while the recording is still going on.
    let heard = before
    for (let quiet = 0; quiet < 6 || heard < before + atLeast - 1; ) {
      await pause(500)
      const now = (await engine.requests()).length
      quiet = now === heard ? quiet + 1 : 0
      heard = now
    }
    await recorder.append(sound.subarray(at), { isLast: true })
    await until(async () => (await rowsOf(doctor)).find(({ id }) => id === recorder.id).state === 'saved', 60)
    const total = (await engine.requests()).length - before
    assert.ok(total >= atLeast, `${total} pieces`)
    assert.ok(before + total - heard <= 2, `${before + total - heard} pieces after the stop of ${seconds} seconds`)
  }
})
