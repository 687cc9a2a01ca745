// The life of a recording against the real program, with a stand-in speech engine: consent to saved consultation.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Upload } from 'tus-js-client'
import { startEngine } from './engine.mjs'
import { install } from './harness.mjs'
import { Recorder, patiently } from './recorder.mjs'

const run = promisify(execFile)
const endpoint = '/storage/v1/upload/resumable'
const said = 'Buongiorno, sono venuta per il controllo del peso. Oggi il peso è di ottantaquattro chili.'
let scriba, engine, anna, patient, spoken, longVisit

/** Sound files: one sentence, and a visit of a minute that a browser has recorded. */
const makeSound = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'scriba-sound-'))
  const [sentence, visit] = [join(folder, 'sentence.wav'), join(folder, 'visit.webm')]
  await run('espeak-ng', ['-v', 'it', '-w', sentence, said])
  await run('ffmpeg', ['-loglevel', 'error', '-stream_loop', '11', '-i', sentence, '-af', 'apad=pad_dur=1', '-c:a', 'libopus', '-b:a', '32k', '-live', '1', visit])
  spoken = await readFile(sentence)
  longVisit = await readFile(visit)
}

const addPatient = async (doctor) => {
  const { data, error } = await doctor.client
    .from('patients')
    .insert({ first_name: 'Maria', last_name: 'Rossi', birth_date: '1970-01-01', gender: 'female' })
    .select()
    .single()
  assert.equal(error, null)
  return data
}

before(async () => {
  engine = await startEngine()
  await Promise.all([
    makeSound(),
    install({ SCRIBA_SPEECH_URL: engine.url }).then((installation) => (scriba = installation)),
  ])
  anna = await scriba.signUp('anna@example.com')
  patient = await addPatient(anna)
  await engine.control({ fallback: said })
})
after(async () => {
  await scriba.remove()
  engine.stop()
})

const send = (id, bytes, { terms = {}, type = 'audio/wav', doctor = anna, ...options } = {}) =>
  new Promise((done, fail) => {
    const upload = new Upload(bytes, {
      endpoint: scriba.url + endpoint,
      headers: { authorization: `Bearer ${doctor.session.access_token}`, apikey: scriba.key },
      metadata: {
        bucketName: 'consultation-audio',
        objectName: `${doctor.user.id}/x`,
        contentType: type,
        metadata: JSON.stringify({
          recording_id: id,
          patient_id: patient.id,
          visita: 'prima_visita',
          gdpr_consent: true,
          consent_version: '2026-01',
          source: 'upload',
          ...terms,
        }),
      },
      retryDelays: null,
      ...options,
      onError: (error) => fail(Object.assign(error, { status: error.originalResponse?.getStatus(), body: error.originalResponse?.getBody() })),
      onSuccess: done,
    })
    upload.start()
  })

const row = async (id, doctor = anna) => {
  const { data, error } = await doctor.client.from('recordings').select('*').eq('id', id).maybeSingle()
  assert.equal(error, null)
  return data
}

const settled = async (id, isSettled = ({ state }) => state === 'saved' || state === 'failed') => {
  for (let tries = 0; tries < 600; ++tries) {
    const present = await row(id)
    if (present && isSettled(present)) return present
    await pause(50)
  }
  assert.fail(`the recording stays ${JSON.stringify(await row(id))}`)
}

const consultations = async () => (await anna.client.from('consultations').select('*')).data
const minutesUsed = async () => {
  const { data } = await anna.client.functions.invoke('subscription', { body: { action: 'getSubscriptionStatus', userId: anna.user.id } })
  return data.minutesUsed
}
const refusal = async (promise) => {
  const error = await promise.then(() => assert.fail('was accepted'), (failure) => failure)
  return `${error.status} ${JSON.parse(error.body).code}`
}

describe('a recording', () => {
  test('becomes a consultation with report, evidence, sound and minutes', async () => {
    const id = randomUUID()
    const before = await minutesUsed()
    await send(id, spoken)
    const saved = await settled(id)
    assert.equal(saved.state, 'saved')
    const consultation = (await consultations()).find(({ id: present }) => present === saved.consultation_id)
    assert.equal(consultation.transcription, said)
    assert.equal(consultation.patient_id, patient.id)
    assert.equal(consultation.gdpr_consent, true)
    assert.match(consultation.medical_report, /84/)
    assert.ok(consultation.duration_seconds >= 3)
    assert.equal(await minutesUsed(), before + 1)
    const [bucket, ...name] = consultation.audio_url.split('/')
    const { data } = await anna.client.storage.from(bucket).createSignedUrl(name.join('/'), 60)
    assert.deepEqual(Buffer.from(await (await fetch(data.signedUrl)).arrayBuffer()), spoken)
  })

  test('asked for twice is one recording', async () => {
    const id = randomUUID()
    const before = (await consultations()).length
    await send(id, spoken)
    await send(id, spoken, { retryDelays: [0] })
    await settled(id)
    assert.equal((await consultations()).length, before + 1)
  })

  test('is refused without consent, for the patient of another doctor, and when it is empty', async () => {
    const bruno = await scriba.signUp('bruno@example.com')
    const theirs = await addPatient(bruno)
    assert.equal(await refusal(send(randomUUID(), spoken, { terms: { gdpr_consent: false } })), '400 consent_required')
    assert.equal(await refusal(send(randomUUID(), spoken, { terms: { patient_id: theirs.id } })), '404 patient_not_found')
    assert.equal(await refusal(send(randomUUID(), Buffer.alloc(0))), '400 empty_file')
    assert.equal(await refusal(send(randomUUID(), Buffer.alloc(101 << 20))), '413 EntityTooLarge')
  })

  test('that is no usable sound fails with its reason and costs nothing', async () => {
    const before = await minutesUsed()
    const count = (await consultations()).length
    const cases = [
      [Buffer.from('%PDF-1.7\n' + 'x'.repeat(3000)), 'not_audio'],
      [longVisit.subarray(0, 10), 'audio_unreadable'],
    ]
    for (const [bytes, code] of cases) {
      const id = randomUUID()
      await send(id, bytes)
      const failed = await settled(id)
      assert.deepEqual([failed.state, failed.error_code], ['failed', code])
    }
    assert.equal(await minutesUsed(), before)
    assert.equal((await consultations()).length, count)
  })

  test('that is no usable sound is refused by transcribe in the same words, and costs nothing', async () => {
    const before = await minutesUsed()
    const silence = Buffer.alloc(44 + 2 * 2 * 16_000)
    silence.write('RIFF', 0)
    silence.writeUInt32LE(silence.length - 8, 4)
    silence.write('WAVEfmt ', 8)
    for (const [value, bytes, at] of [[16, 4, 16], [1, 2, 20], [1, 2, 22], [16_000, 4, 24], [32_000, 4, 28], [2, 2, 32], [16, 2, 34]]) {
      silence.writeUIntLE(value, at, bytes)
    }
    silence.write('data', 36)
    silence.writeUInt32LE(silence.length - 44, 40)
    const cases = [
      ['%PDF-1.7\n' + 'x'.repeat(3000), 'visita.mp3', 415, 'not_audio'],
      [longVisit.subarray(0, 10), 'visita.webm', 422, 'audio_unreadable'],
      [silence, 'visita.wav', 422, 'no_speech'],
      [Buffer.alloc(101 << 20), 'visita.wav', 413, 'request_too_large'],
    ]
    for (const [bytes, name, status, code] of cases) {
      const body = new FormData()
      body.append('file', new Blob([bytes], { type: 'audio/webm' }), name)
      const { error } = await anna.client.functions.invoke('transcribe', { body })
      const answer = await error.context.json()
      assert.deepEqual([error.context.status, answer.code], [status, code], name)
    }
    assert.equal(await minutesUsed(), before)
  })

  test('waits while the engine is down and can go on with typed words', async () => {
    await engine.control({ mode: 'drop' })
    const id = randomUUID()
    await send(id, spoken)
    const waiting = await settled(id, ({ state }) => state === 'waiting')
    assert.equal(waiting.error_code, 'speech_engine_unreachable')
    const typed = 'La paziente pesa settanta chili.'
    const { data, error } = await anna.client.functions.invoke('recording', {
      body: { action: 'submitTranscript', recordingId: id, transcription: typed },
    })
    assert.equal(error, null)
    assert.deepEqual(data, { success: true })
    const saved = await settled(id)
    await engine.control({ mode: 'script' })
    const consultation = (await consultations()).find(({ id: present }) => present === saved.consultation_id)
    assert.equal(consultation.transcription, typed)
  })

  test('can be discarded', async () => {
    await engine.control({ mode: 'drop' })
    const id = randomUUID()
    await send(id, spoken)
    await settled(id, ({ state }) => state === 'waiting')
    const { error } = await anna.client.functions.invoke('recording', { body: { action: 'discard', recordingId: id } })
    await engine.control({ mode: 'script' })
    assert.equal(error, null)
    assert.equal(await row(id), null)
  })

  test('left in the middle is completed with what has arrived, when the doctor says so', async () => {
    const id = randomUUID()
    const half = longVisit.subarray(0, Math.floor(longVisit.length / 2))
    let isSent = false
    const upload = new Promise((done, fail) => {
      const sending = new Upload(longVisit, {
        endpoint: scriba.url + endpoint,
        headers: { authorization: `Bearer ${anna.session.access_token}`, apikey: scriba.key },
        metadata: {
          bucketName: 'consultation-audio',
          objectName: `${anna.user.id}/x`,
          contentType: 'audio/webm',
          metadata: JSON.stringify({ recording_id: id, patient_id: patient.id, gdpr_consent: true, consent_version: '1', source: 'recording' }),
        },
        chunkSize: half.length,
        retryDelays: null,
        onChunkComplete: () => {
          isSent = true
          sending.abort().then(done, fail)
        },
        onError: (error) => (isSent ? done() : fail(error)),
      })
      sending.start()
    })
    await upload
    assert.equal((await row(id)).state, 'recording')
    const complete = () => anna.client.functions.invoke('recording', { body: { action: 'complete', recordingId: id } })
    assert.equal((await complete()).error, null)
    const saved = await settled(id)
    assert.equal(saved.state, 'saved')
    const consultation = (await consultations()).find(({ id: present }) => present === saved.consultation_id)
    assert.ok(consultation.duration_seconds > 15, `${consultation.duration_seconds} s`)
    assert.equal((await (await complete()).error.context.json()).code, 'recording_state_conflict')
  })

  test('outlives a server that is killed again and again, and is charged once', async () => {
    const before = await minutesUsed()
    const count = (await consultations()).length
    await engine.control({ mode: 'echo', delay_ms: 30 })
    let isOver = false
    const killer = (async () => {
      for (let kill = 0; kill < 12; ++kill) {
        await pause(150 + Math.random() * 500)
        scriba.child.kill('SIGKILL')
        await scriba.ended
        await scriba.start()
      }
      isOver = true
    })()
    const recorder = new Recorder(scriba, anna, patient)
    const { id } = recorder
    await patiently(() => recorder.start())
    // The last byte goes when the killing is over.
    for (let end = 0; !isOver; await pause(20)) {
      end = Math.min(end + 3000, longVisit.length - 1)
      await recorder.catchUp(longVisit, end)
    }
    await recorder.catchUp(longVisit, longVisit.length, { isLast: true })
    await killer
    // Killed now and then while it transcribes and saves, too.
    for (let kill = 0; kill < 6 && (await row(id)).state !== 'saved'; ++kill) {
      await pause(Math.random() * 400)
      scriba.child.kill('SIGKILL')
      await scriba.ended
      await scriba.start()
    }
    const saved = await settled(id)
    assert.equal(saved.state, 'saved')
    const mine = await consultations()
    assert.equal(mine.length, count + 1)
    const consultation = mine.find(({ id: present }) => present === saved.consultation_id)
    assert.equal(await minutesUsed(), before + Math.ceil(consultation.duration_seconds / 60))
    const [bucket, ...name] = consultation.audio_url.split('/')
    const { data } = await anna.client.storage.from(bucket).download(name.join('/'))
    assert.deepEqual(Buffer.from(await data.arrayBuffer()), longVisit, 'every byte of the sound')
    await engine.control({ mode: 'script', delay_ms: 0 })
  })

  test('is refused when the minutes are used up', async () => {
    const chiara = await scriba.signUp('chiara@example.com')
    const theirs = await addPatient(chiara)
    const { error } = await chiara.client
      .from('consultations')
      .insert({ patient_id: theirs.id, gdpr_consent: true, duration_seconds: 1800 })
    assert.equal(error, null)
    assert.equal(await refusal(send(randomUUID(), spoken, { doctor: chiara, terms: { patient_id: theirs.id } })), '403 minutes_exhausted')
  })
})
