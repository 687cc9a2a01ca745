// Several programs over one PostgreSQL and one data folder: what one takes in the other goes on with.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { startEngine } from './engine.mjs'
import { Installation, freePort, install } from './harness.mjs'
import { needsPostgres as skip, query } from './practice.mjs'
import { Recorder } from './recorder.mjs'

const run = promisify(execFile)
const said = 'Buongiorno, sono venuta per il controllo del peso. Oggi il peso è di ottantaquattro chili.'
const piece = 2000
let engine, one, other, visit

/** A visit of a minute as a browser records it. */
const makeSound = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'scriba-sound-'))
  const [sentence, sound] = [join(folder, 'sentence.wav'), join(folder, 'visit.webm')]
  await run('espeak-ng', ['-v', 'it', '-w', sentence, said])
  await run('ffmpeg', ['-loglevel', 'error', '-stream_loop', '11', '-i', sentence, '-af', 'apad=pad_dur=1', '-c:a', 'libopus', '-b:a', '32k', '-live', '1', sound])
  return readFile(sound)
}

before(async () => {
  if (skip) return
  engine = await startEngine()
  await engine.control({ fallback: said })
  one = await install({ SCRIBA_SPEECH_URL: engine.url })
  other = await new Installation(one.dataDir, await freePort(), {
    SCRIBA_SPEECH_URL: engine.url,
    SCRIBA_DATABASE_URL: one.environment.SCRIBA_DATABASE_URL,
    SCRIBA_PUBLIC_URL: one.url,
  }).start()
  visit = await makeSound()
})
after(async () => {
  await other?.stop()
  await one?.remove()
  engine?.stop()
})

const settled = async (doctor, id) => {
  for (let tries = 0; tries < 2400; ++tries) {
    const { data } = await doctor.client.from('recordings').select('*').eq('id', id).maybeSingle()
    if (data?.state === 'saved' || data?.state === 'failed') return data
    await pause(50)
  }
  assert.fail('the recording is not settled')
}

/** A signed-in doctor with a patient. */
const practice = async (email) => {
  const doctor = await one.signUp(email)
  const patient = { first_name: 'Maria', last_name: 'Rossi', birth_date: '1970-01-01', gender: 'female' }
  const { data } = await doctor.client.from('patients').insert(patient).select().single()
  return { doctor, patient: data }
}

test('a recording whose pieces alternate between nodes, one of which is killed, is whole, once and charged once', { skip }, async () => {
  const { doctor: anna, patient } = await practice('anna@example.com')
  const recorder = new Recorder(one, anna, patient)
  await recorder.start()
  const pieces = Math.floor(visit.length / piece)
  for (let i = 0; i < pieces; ++i) {
    if (i === Math.floor(pieces / 2)) {
      // In the middle of a piece that it may or may not get to acknowledge.
      recorder.turnTo(other)
      const cut = recorder.append(visit.subarray(recorder.offset, recorder.offset + piece)).catch(() => {})
      other.child.kill('SIGKILL')
      await Promise.all([cut, other.ended])
    }
    const otherLives = other.child.exitCode === null && other.child.signalCode === null
    if (!otherLives && i === Math.floor((pieces * 3) / 4)) await other.start()
    recorder.turnTo(i % 2 === 0 || (!otherLives && i < (pieces * 3) / 4) ? one : other)
    await recorder.catchUp(visit, Math.min((i + 1) * piece, visit.length - 1))
  }
  recorder.turnTo(one)
  await recorder.catchUp(visit, visit.length, { isLast: true })

  const saved = await settled(anna, recorder.id)
  assert.equal(saved.state, 'saved')
  const { data: consultations } = await anna.client.from('consultations').select('*')
  assert.equal(consultations.length, 1)
  const [consultation] = consultations
  const minutes = await anna.client.functions.invoke('subscription', { body: { action: 'getSubscriptionStatus', userId: anna.user.id } })
  assert.equal(minutes.data.minutesUsed, Math.ceil(consultation.duration_seconds / 60))
  const [bucket, ...name] = consultation.audio_url.split('/')
  const { data: sound } = await anna.client.storage.from(bucket).download(name.join('/'))
  assert.deepEqual(Buffer.from(await sound.arrayBuffer()), visit, 'every byte of the sound')
  // A transcript of the sound as it is, and no stretch of it twice.
  assert.ok(consultation.transcription.includes(said))
  assert.ok(consultation.transcription.split('ottantaquattro').length - 1 <= 12, consultation.transcription)
})

test('a node that starts leaves a living one of the same host its work, and one that comes back takes up its own at once', { skip }, async () => {
  const { doctor, patient } = await practice('bruno@example.com')
  await other.stop()
  await engine.control({ mode: 'hang' })
  const heard = (await engine.requests()).length
  const recorder = new Recorder(one, doctor, patient)
  await recorder.start()
  await recorder.catchUp(visit, visit.length, { isLast: true })
  const lease = async () => {
    const { stdout } = await query(one.environment.SCRIBA_DATABASE_URL, `SELECT lease_node, attempts FROM jobs WHERE key = '${recorder.id}'`)
    return stdout.trim()
  }
  while ((await engine.requests()).length === heard) await pause(50)
  const taken = await lease()
  await other.start()
  await pause(3000)
  assert.equal(await lease(), taken)

  one.child.kill('SIGKILL')
  await one.ended
  await engine.control({ mode: 'script' })
  const begun = Date.now()
  await one.start()
  assert.equal((await settled(doctor, recorder.id)).state, 'saved')
  assert.ok(Date.now() - begun < 45_000, 'before the lease of a minute ended')
})
