// Long recordings: a stop leaves only the tail to do.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { startEngine } from './engine.mjs'
import { install } from './harness.mjs'
import { Recorder } from './recorder.mjs'

const run = promisify(execFile)
let scriba, engine, talk

/** A minute and a half of sentences with pauses, as a browser records it. */
async function makeTalk() {
  const folder = await mkdtemp(join(tmpdir(), 'scriba-talk-'))
  const [sentence, webm] = [join(folder, 'sentence.wav'), join(folder, 'talk.webm')]
  await run('espeak-ng', ['-v', 'it', '-w', sentence, 'Buongiorno, sono venuta per il controllo del peso. Oggi il peso è di ottantaquattro chili.'])
  const loop = ['-stream_loop', '20', '-i', sentence, '-af', 'apad=pad_dur=1', '-t', '90']
  await run('ffmpeg', ['-loglevel', 'error', ...loop, '-c:a', 'libopus', '-b:a', '32k', '-live', '1', '-cluster_time_limit', '1000', webm])
  const bytes = await readFile(webm)
  await rm(folder, { recursive: true })
  return { first: (seconds) => bytes.subarray(0, Math.floor((bytes.length * seconds) / 90)) }
}

before(async () => {
  engine = await startEngine()
  await engine.control({ mode: 'echo', serial: false })
  ;[talk, scriba] = await Promise.all([makeTalk(), install({ SCRIBA_SPEECH_URL: engine.url })])
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
