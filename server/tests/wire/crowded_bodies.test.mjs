// Bodies that many send at once. They share a bounded memory, in which strangers have a part of their own: 64 MiB and a
// quarter of them where the largest file is small.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Upload } from 'tus-js-client'
import { install, password } from './harness.mjs'

const mebibyte = 2 ** 20
const largest = 8 * mebibyte
const bucket = 'consultation-audio'
let scriba, anna

before(async () => {
  scriba = await install({ SCRIBA_MAX_UPLOAD_BYTES: String(largest) })
  anna = await scriba.signUp('anna@example.com')
})
after(() => scriba.remove())

const hers = () => ({ apikey: scriba.key, authorization: `Bearer ${anna.session.access_token}` })

/** Requests whose last byte does not come: `end` lets go of what the server holds of them. */
const crowd = async (count, line, headers, bytes) => {
  const head = Object.entries({ host: 'localhost', ...headers, 'content-length': bytes }).map(([name, value]) => `${name}: ${value}\r\n`)
  const sockets = []
  for (let i = 0; i < count; ++i) {
    const socket = connect(Number(new URL(scriba.url).port), '127.0.0.1').on('error', () => {})
    await once(socket, 'connect')
    socket.resume().write(`${line} HTTP/1.1\r\n${head.join('')}\r\n`)
    await new Promise((sent) => socket.write(Buffer.alloc(bytes - 1, 0x20), sent))
    sockets.push(socket)
  }
  return { end: () => sockets.forEach((socket) => socket.destroy()) }
}

const askAsStranger = () =>
  fetch(`${scriba.url}/functions/v1/user-profile`, {
    method: 'POST',
    headers: { apikey: scriba.key, 'content-type': 'application/json' },
    body: Buffer.alloc(200_000, 0x7b),
  })

const putAFile = () =>
  fetch(`${scriba.url}/storage/v1/object/${bucket}/${anna.user.id}/small.webm`, {
    method: 'POST',
    headers: { ...hers(), 'content-type': 'audio/webm', 'x-upsert': 'true' },
    body: Buffer.alloc(200_000, 0x20),
  })

/** What a request comes to once the server has read what the crowd sent, or noticed that it has gone. */
const eventually = async (ask, status) => {
  let answer = await ask()
  for (let tries = 0; tries < 50 && answer.status !== status; ++tries) {
    await pause(100)
    answer = await ask()
  }
  return answer
}

test('strangers in crowds are told to come back, and leave room for whom the server knows', async () => {
  const strangers = await crowd(20, 'POST /functions/v1/user-profile', { apikey: scriba.key }, mebibyte)
  const refused = await eventually(askAsStranger, 503)
  assert.equal(refused.status, 503)
  assert.equal(refused.headers.get('retry-after'), '2')
  assert.equal((await refused.json()).code, 'busy')
  const { error } = await scriba.client().auth.signInWithPassword({ email: anna.email, password })
  assert.equal(error, null, 'a sign-in fits')
  assert.equal((await putAFile()).status, 200)
  strangers.end()
  assert.equal((await eventually(askAsStranger, 400)).status, 400)
})

test('an upload that finds no room goes on when there is some, and nothing of it is lost', async () => {
  const line = `POST /storage/v1/object/${bucket}/${anna.user.id}/never.webm`
  const others = await crowd(8, line, { ...hers(), 'content-type': 'audio/webm' }, largest)
  assert.equal((await eventually(putAFile, 503)).status, 503)
  const statuses = []
  const sound = Buffer.from(Array.from({ length: 300_000 }, (_, i) => i % 251))
  const name = `${anna.user.id}/patient.webm`
  await new Promise((done, fail) => {
    const upload = new Upload(sound, {
      endpoint: `${scriba.url}/storage/v1/upload/resumable`,
      headers: hers(),
      metadata: { bucketName: bucket, objectName: name, contentType: 'audio/webm' },
      chunkSize: 100_000,
      retryDelays: [0, 500, 1000, 2000, 4000, 8000],
      onAfterResponse: (_, answer) => {
        statuses.push(answer.getStatus())
        if (answer.getStatus() === 503) others.end()
      },
      onError: fail,
      onSuccess: done,
    })
    upload.start()
  })
  assert.ok(statuses.includes(503), `${statuses}`)
  const { data } = await anna.client.storage.from(bucket).download(name)
  assert.deepEqual(Buffer.from(await data.arrayBuffer()), sound)
})
