// A client that stops reading: its news are bounded, its socket ends with a reason, and nobody else notices.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import WebSocket from 'ws'
import { install } from './harness.mjs'

let scriba
let anna

before(async () => {
  scriba = await install()
  anna = await scriba.signUp('anna@example.com')
})
after(() => scriba.remove())

/** A socket that has joined a feed of Anna's patients, by hand, so that it can be left unread. */
async function join() {
  const socket = new WebSocket(`${scriba.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${scriba.key}&vsn=2.0.0`)
  const frames = []
  socket.on('message', (bytes) => frames.push(JSON.parse(bytes)))
  await new Promise((done, fail) => socket.once('open', done).once('error', fail))
  const config = { postgres_changes: [{ event: '*', schema: 'public', table: 'patients' }] }
  socket.send(JSON.stringify(['1', '1', 'realtime:a', 'phx_join', { config, access_token: anna.session.access_token }]))
  while (!frames.some(([, , , event]) => event === 'system')) await pause(20)
  return { socket, frames }
}

const patientWith = (notes) =>
  anna.client.from('patients').insert({ first_name: 'Maria', last_name: 'Rossi', birth_date: '1980-01-31', gender: 'female', notes })

test('a socket that is not read is closed, and the others hear everything', async () => {
  const stuck = await join()
  const reading = await join()
  const closed = new Promise((done) => stuck.socket.once('close', (code, reason) => done({ code, reason: String(reason) })))
  stuck.socket.pause()
  const notes = 'x'.repeat(2 << 20)
  let sent = 0
  // The system's own buffers take several megabytes before ours begin to fill.
  while (!scriba.log.includes('socket_not_read')) {
    assert.ok(++sent <= 40, 'an unread socket was kept with 80 MB of news')
    assert.equal((await patientWith(notes)).error, null)
  }
  stuck.socket.resume()
  assert.deepEqual(await closed, { code: 1008, reason: 'too much news is unread' })
  assert.doesNotMatch(scriba.log, /Rossi|xxx/)
  while (reading.frames.filter(([, , , event]) => event === 'postgres_changes').length < sent) await pause(20)
  reading.socket.close()
})

test('a socket that never reads again is cut off', async () => {
  const stuck = await join()
  stuck.socket.pause()
  const before = scriba.log.split('socket_not_read').length
  const notes = 'y'.repeat(2 << 20)
  for (let sent = 0; scriba.log.split('socket_not_read').length === before; ++sent) {
    assert.ok(sent <= 40)
    assert.equal((await patientWith(notes)).error, null)
  }
  // Five seconds to take leave; then the connection is gone, and writing to it says so.
  await pause(6000)
  stuck.socket.resume()
  const code = await new Promise((done) => stuck.socket.once('close', done))
  assert.equal(code, 1006)
})

test('a message beyond a mebibyte ends its socket only', async () => {
  const { socket } = await join()
  const other = await join()
  const closed = new Promise((done) => socket.once('close', done))
  socket.on('error', () => {})
  socket.send('x'.repeat((1 << 20) + 1))
  await closed
  other.socket.send(JSON.stringify([null, '7', 'phoenix', 'heartbeat', {}]))
  while (!other.frames.some(([, ref]) => ref === '7')) await pause(20)
  other.socket.close()
})
