// Bodies that many send at once. They share a bounded memory, in which strangers have a part and each account has one: 64
// MiB, a quarter and a third of them, where the largest file is small.
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
let scriba, anna, bruno

before(async () => {
  scriba = await install({ SCRIBA_MAX_UPLOAD_BYTES: String(largest) })
  anna = await scriba.signUp('anna@example.com')
  bruno = await scriba.signUp('bruno@example.com')
})
after(() => scriba.remove())

const headersOf = (doctor) => ({ apikey: scriba.key, authorization: `Bearer ${doctor.session.access_token}` })

/**
 * Requests whose last byte does not come; who is refused comes again. `refused` is the first such answer, `refusals` how
 * many there were, `end` lets go of what the server holds.
 */
const crowd = async (count, line, headers, bytes) => {
  const head = Object.entries({ host: 'localhost', ...headers, 'content-length': bytes }).map(([name, value]) => `${name}: ${value}\r\n`)
  const sockets = new Set()
  let hasEnded = false
  let refusals = 0
  let tell
  const refused = new Promise((first) => (tell = first))
  const send = async () => {
    const socket = connect(Number(new URL(scriba.url).port), '127.0.0.1').on('error', () => {})
    sockets.add(socket)
    await once(socket, 'connect')
    socket.once('data', async (answer) => {
      ++refusals
      tell(String(answer))
      socket.destroy()
      sockets.delete(socket)
      await pause(100)
      if (!hasEnded) await send()
    })
    socket.write(`${line} HTTP/1.1\r\n${head.join('')}\r\n`)
    await new Promise((sent) => socket.write(Buffer.alloc(bytes - 1, 0x20), sent))
  }
  for (let i = 0; i < count; ++i) await send()
  return {
    refused,
    refusals: () => refusals,
    end: () => {
      hasEnded = true
      sockets.forEach((socket) => socket.destroy())
    },
  }
}

const askAsStranger = () =>
  fetch(`${scriba.url}/functions/v1/user-profile`, {
    method: 'POST',
    headers: { apikey: scriba.key, 'content-type': 'application/json' },
    body: Buffer.alloc(200_000, 0x7b),
  })

const putAFile = (doctor) =>
  fetch(`${scriba.url}/storage/v1/object/${bucket}/${doctor.user.id}/small.webm`, {
    method: 'POST',
    headers: { ...headersOf(doctor), 'content-type': 'audio/webm', 'x-upsert': 'true' },
    body: Buffer.alloc(2 * mebibyte, 0x20),
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
  assert.equal((await putAFile(anna)).status, 200)
  strangers.end()
  assert.equal((await eventually(askAsStranger, 400)).status, 400)
})

/** All that one account may fill of the memory with what is larger than a form: a third. */
const fillShareOf = async (doctor) => {
  const line = `POST /storage/v1/object/${bucket}/${doctor.user.id}/never.webm`
  const headers = { ...headersOf(doctor), 'content-type': 'audio/webm' }
  const rest = Math.floor((64 * mebibyte) / 3) - 2 * largest - 50_000
  const crowds = [await crowd(2, line, headers, largest), await crowd(1, line, headers, rest)]
  const refusals = () => crowds.reduce((sum, one) => sum + one.refusals(), 0)
  return { refusals, end: () => crowds.forEach((one) => one.end()) }
}

/** What a file comes to beside others that fill the share, once all of theirs is there: a refusal of theirs makes room. */
const putBeside = async (others, doctor) => {
  for (;;) {
    const before = others.refusals()
    const answer = await eventually(() => putAFile(doctor), 503)
    await pause(200)
    if (others.refusals() === before || answer.status !== 503) return answer
  }
}

test('one account that fills its share leaves room for the others', async () => {
  const crowdOfBruno = await fillShareOf(bruno)
  assert.equal((await putBeside(crowdOfBruno, bruno)).status, 503)
  assert.equal((await putAFile(anna)).status, 200)
  crowdOfBruno.end()
  assert.equal((await eventually(() => putAFile(bruno), 200)).status, 200)
})

test('a body that stands still makes room after half a minute, and is asked for again', async () => {
  const line = `POST /storage/v1/object/${bucket}/${bruno.user.id}/never.webm`
  const standing = await crowd(1, line, { ...headersOf(bruno), 'content-type': 'audio/webm' }, mebibyte)
  const answer = await standing.refused
  assert.match(answer, /^HTTP\/1.1 503 /)
  assert.match(answer, /retry-after: 2/i)
  standing.end()
})

test('an upload that finds no room goes on when there is some, and nothing of it is lost', async () => {
  const others = await fillShareOf(anna)
  assert.equal((await putBeside(others, anna)).status, 503)
  const statuses = []
  const sound = Buffer.from(Array.from({ length: 5_000_000 }, (_, i) => i % 251))
  const name = `${anna.user.id}/patient.webm`
  await new Promise((done, fail) => {
    const upload = new Upload(sound, {
      endpoint: `${scriba.url}/storage/v1/upload/resumable`,
      headers: headersOf(anna),
      metadata: { bucketName: bucket, objectName: name, contentType: 'audio/webm' },
      chunkSize: 2 * mebibyte,
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
