// A token outlives its session by up to an hour; no surface may take it any longer, and open sockets close.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import WebSocket from 'ws'
import { install, password } from './harness.mjs'

const bucket = 'consultation-audio'
let scriba
let people = 0
before(async () => {
  scriba = await install()
})
after(() => scriba.remove())

const base64 = (text) => Buffer.from(text).toString('base64')
const headersOf = (token, more = {}) => ({ apikey: scriba.key, authorization: `Bearer ${token}`, ...more })
const send = (method, path, token, headers = {}, body = undefined) =>
  fetch(`${scriba.url}${path}`, { method, headers: headersOf(token, headers), body })

const createUpload = (token, userId) =>
  send('POST', '/storage/v1/upload/resumable', token, {
    'tus-resumable': '1.0.0',
    'upload-length': '10',
    'upload-metadata': `bucketName ${base64(bucket)},objectName ${base64(`${userId}/tus-${Math.random()}.webm`)},contentType ${base64('audio/webm')}`,
  })

/** A doctor with an upload half way and an open channel, which all worked. */
async function atWork() {
  const email = `fine${++people}@example.com`
  const { client, user, session } = await scriba.signUp(email)
  const token = session.access_token
  const created = await createUpload(token, user.id)
  assert.equal(created.status, 201)
  const upload = new URL(created.headers.get('location'), scriba.url).pathname
  const socket = new WebSocket(`${scriba.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${scriba.key}&vsn=1.0.0`)
  await new Promise((done, fail) => socket.once('open', done).once('error', fail))
  const heard = []
  socket.on('message', (bytes) => heard.push(JSON.parse(bytes)))
  const join = (ref) =>
    socket.send(
      JSON.stringify({
        topic: `realtime:test-${ref}`,
        event: 'phx_join',
        ref,
        payload: { access_token: token, config: { postgres_changes: [{ event: '*', schema: 'public', table: 'patients' }] } },
      }),
    )
  join('1')
  for (let tries = 0; !heard.some(({ event, ref }) => event === 'phx_reply' && ref === '1') && tries < 100; ++tries) await pause(50)
  assert.equal(heard.find(({ ref }) => ref === '1').payload.status, 'ok')
  return { client, user, email, session, token, upload, socket, heard, join }
}

/** How each surface answers the token: the status, and the code where the contract names one. */
async function refusals({ user, token, upload }) {
  const tus = { 'tus-resumable': '1.0.0' }
  const form = new FormData()
  form.append('file', new Blob(['x'], { type: 'audio/webm' }), 'x.webm')
  const json = { 'content-type': 'application/json' }
  const answers = {
    user: await send('GET', '/auth/v1/user', token),
    change: await send('PUT', '/auth/v1/user', token, json, JSON.stringify({ data: { full_name: 'X' } })),
    factor: await send('POST', '/auth/v1/factors', token, json, JSON.stringify({ factor_type: 'totp' })),
    read: await send('GET', '/rest/v1/patients?select=id', token),
    write: await send('POST', '/rest/v1/patients', token, json, '{}'),
    procedure: await send('POST', '/rest/v1/rpc/ensure_valid_subscription', token, json, JSON.stringify({ user_id: user.id })),
    subscription: await send('POST', '/functions/v1/subscription', token, json, JSON.stringify({ action: 'getSubscriptionStatus' })),
    transcribe: await send('POST', '/functions/v1/transcribe', token, {}, form),
    analyse: await send('POST', '/functions/v1/analyze-consultation', token, json, JSON.stringify({ transcription: 'Buongiorno' })),
    download: await send('GET', `/storage/v1/object/${bucket}/${user.id}/x.webm`, token),
    object: await send('POST', `/storage/v1/object/${bucket}/${user.id}/y.webm`, token, { 'content-type': 'audio/webm' }, 'x'),
    sign: await send('POST', `/storage/v1/object/sign/${bucket}/${user.id}/x.webm`, token, json, '{"expiresIn":60}'),
    tusCreate: await createUpload(token, user.id),
    tusHead: await send('HEAD', upload, token, tus),
    tusPatch: await send('PATCH', upload, token, { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }, '01234'),
    tusDelete: await send('DELETE', upload, token, tus),
  }
  return Object.fromEntries(
    await Promise.all(Object.entries(answers).map(async ([name, answer]) => [name, [answer.status, (await answer.json().catch(() => ({}))).code]])),
  )
}

const allRefused = {
  user: [403, 'session_not_found'],
  change: [403, 'session_not_found'],
  factor: [403, 'session_not_found'],
  read: [401, 'PGRST303'],
  write: [401, 'PGRST303'],
  procedure: [401, 'PGRST303'],
  subscription: 401,
  transcribe: 401,
  analyse: 401,
  download: 401,
  object: 401,
  sign: 401,
  tusCreate: 401,
  tusHead: 401,
  tusPatch: 401,
  tusDelete: 401,
}

async function expectRefused(doctor) {
  const found = await refusals(doctor)
  for (const [surface, expected] of Object.entries(allRefused)) {
    if (Array.isArray(expected)) assert.deepEqual(found[surface], expected, surface)
    else assert.equal(found[surface][0], expected, surface)
  }
  const ended = () => doctor.socket.readyState === WebSocket.CLOSED || doctor.heard.some(({ topic, event }) => topic === 'realtime:test-1' && (event === 'phx_close' || event === 'phx_error'))
  for (let tries = 0; !ended() && tries < 200; ++tries) await pause(50)
  assert.ok(ended(), 'the open channel ends within ten seconds')
  if (doctor.socket.readyState === WebSocket.OPEN) {
    doctor.join('2')
    for (let tries = 0; !doctor.heard.some(({ ref }) => ref === '2') && tries < 100; ++tries) await pause(50)
    assert.equal(doctor.heard.find(({ ref }) => ref === '2').payload.status, 'error')
  }
  doctor.socket.close()
}

describe('the token of a session that has ended is refused everywhere', () => {
  test('after signing out', async () => {
    const doctor = await atWork()
    assert.equal((await refusals({ ...doctor, upload: '/storage/v1/upload/resumable/none' })).read[0], 200)
    await doctor.client.auth.signOut()
    await expectRefused(doctor)
  })

  test('after the password was changed elsewhere', async () => {
    const doctor = await atWork()
    const elsewhere = scriba.client()
    await elsewhere.auth.signInWithPassword({ email: doctor.email, password })
    assert.equal((await elsewhere.auth.updateUser({ password: 'NuovaSegreta2' })).error, null)
    await expectRefused(doctor)
  })

  test('after the operator has banned the account', async () => {
    const doctor = await atWork()
    const operator = await scriba.serviceClient()
    assert.equal((await operator.auth.admin.updateUserById(doctor.user.id, { ban_duration: '24h' })).error, null)
    await pause(5_000)
    await expectRefused(doctor)
  })
})
