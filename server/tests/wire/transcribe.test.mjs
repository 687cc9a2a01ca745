// `functions/v1/transcribe` beside a speech engine that hangs: whoever does not wait any more holds up nobody.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { startEngine } from './engine.mjs'
import { install } from './harness.mjs'
import { makeTalk } from './talk.mjs'

let scriba, engine, talk
before(async () => {
  engine = await startEngine()
  scriba = await install({ SCRIBA_SPEECH_URL: engine.url })
  talk = await makeTalk(4)
})
after(async () => {
  await scriba.remove()
  engine.stop()
})

const transcribe = (doctor, signal) => {
  const form = new FormData()
  form.append('file', new Blob([talk.bytes], { type: 'audio/webm' }), 'visita.webm')
  const headers = { apikey: scriba.key, authorization: `Bearer ${doctor.session.access_token}` }
  return fetch(`${scriba.url}/functions/v1/transcribe`, { method: 'POST', headers, body: form, signal })
}

const until = async (condition) => {
  for (let tries = 0; tries < 100 && !(await condition()); ++tries) await pause(100)
}

const posted = async () => (await engine.requests()).length

// As many as the program has threads that wait for the engine.
const waiters = 8

test('sound in which the engine hears no word is told as such', async () => {
  const dora = await scriba.signUp('dora@example.com')
  await engine.control({ mode: 'script', fallback: '' })
  const heard = await transcribe(dora)
  assert.deepEqual([heard.status, (await heard.json()).code], [422, 'no_speech'])
})

test('what a client asked for that has gone is not done', async () => {
  const anna = await scriba.signUp('anna@example.com')
  const bruno = await scriba.signUp('bruno@example.com')
  await engine.control({ mode: 'hang', serial: false })
  const gone = new AbortController()
  const asked = []
  // One after the other: of a doctor's files two may wait for a thread.
  while (asked.length < waiters) {
    asked.push(transcribe(anna, gone.signal).catch((error) => error.name))
    await until(async () => (await posted()) >= asked.length)
  }
  gone.abort()
  assert.deepEqual(new Set(await Promise.all(asked)), new Set(['AbortError']))
  await engine.control({ mode: 'echo' })
  const heard = await transcribe(bruno, AbortSignal.timeout(15_000))
  assert.equal(heard.status, 200, await heard.text())
})

test('a program that is told to stop waits for no engine', async () => {
  const carla = await scriba.signUp('carla@example.com')
  await engine.control({ mode: 'hang' })
  const before = await posted()
  const asked = transcribe(carla).then(
    (answer) => answer.status,
    () => 0,
  )
  await until(async () => (await posted()) > before)
  const start = Date.now()
  await scriba.stop()
  assert.ok(Date.now() - start < 8_000, `${Date.now() - start} ms`)
  assert.equal(await asked, 503)
})
