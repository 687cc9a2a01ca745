// Change feeds through the unmodified client: who hears what, and when a channel ends.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { install } from './harness.mjs'
import { Listener } from './listener.mjs'

let scriba
let anna
let bruno

before(async () => {
  scriba = await install()
  anna = await scriba.signUp('anna@example.com')
  bruno = await scriba.signUp('bruno@example.com')
})
after(async () => {
  await anna.client.removeAllChannels()
  await bruno.client.removeAllChannels()
  await scriba.remove()
})

/** Subscribes and waits until the server has said so; what arrives is collected in `events`. */
async function listen({ client }, bindings) {
  await client.realtime.setAuth((await client.auth.getSession()).data.session?.access_token)
  const events = []
  const channel = client.channel(`test-${Math.random()}`)
  for (const binding of bindings) channel.on('postgres_changes', { schema: 'public', ...binding }, (event) => events.push(event))
  await new Promise((done, fail) =>
    channel.subscribe((status, error) => {
      if (status === 'SUBSCRIBED') done()
      if (status === 'CHANNEL_ERROR') fail(error ?? new Error('refused'))
    }),
  )
  return { channel, events }
}

async function until(condition, milliseconds = 15_000) {
  for (let waited = 0; waited < milliseconds; waited += 20) {
    if (condition()) return
    await pause(20)
  }
  assert.fail('nothing came in time')
}

const patientOf = async ({ client }) => {
  const patient = { first_name: 'Maria', last_name: 'Rossi', birth_date: '1980-01-31', gender: 'female', notes: 'ansia' }
  const { data, error } = await client.from('patients').insert(patient).select().single()
  assert.equal(error, null)
  return data
}

test('the minutes that a trigger charges are announced to their owner', async () => {
  await anna.client.rpc('create_free_subscription_for_user', { user_id: anna.user.id })
  const filter = `user_id=eq.${anna.user.id}`
  const { events } = await listen(anna, [{ event: 'UPDATE', table: 'user_subscriptions', filter }])
  const patient = await patientOf(anna)
  const visit = { patient_id: patient.id, gdpr_consent: true, duration_seconds: 61, transcription: 'Buongiorno.' }
  assert.equal((await anna.client.from('consultations').insert(visit)).error, null)
  await until(() => events.length === 1)
  assert.equal(events[0].eventType, 'UPDATE')
  assert.equal(events[0].new.minutes_used, 2)
  assert.deepEqual(events[0].old, { id: events[0].new.id })
})

test('inserts, updates and deletions of patients reach their doctor and nobody else', async () => {
  const mine = await listen(anna, [{ event: '*', table: 'patients' }])
  const others = await listen(bruno, [{ event: '*', table: 'patients' }])
  const patient = await patientOf(anna)
  await anna.client.from('patients').update({ phone: '333' }).eq('id', patient.id)
  await anna.client.from('patients').delete().eq('id', patient.id)
  await until(() => mine.events.length === 3)
  assert.deepEqual(mine.events.map(({ eventType }) => eventType), ['INSERT', 'UPDATE', 'DELETE'])
  assert.equal(mine.events[0].new.notes, 'ansia')
  assert.deepEqual(mine.events[2].old, { id: patient.id })
  await pause(300)
  assert.equal(others.events.length, 0)
})

test('two bindings of one channel are told apart', async () => {
  const { events } = await listen(anna, [
    { event: 'INSERT', table: 'patients' },
    { event: 'DELETE', table: 'patients' },
  ])
  const patient = await patientOf(anna)
  await anna.client.from('patients').delete().eq('id', patient.id)
  await until(() => events.length === 2)
})

test('without a session a channel hears nothing', async () => {
  const stranger = { client: scriba.client() }
  const { events, channel } = await listen(stranger, [{ event: '*', table: 'patients' }])
  await patientOf(anna)
  await pause(400)
  assert.equal(events.length, 0)
  await stranger.client.removeChannel(channel)
})

test('a channel ends when its session is ended elsewhere', async () => {
  const carla = await scriba.signUp('carla@example.com')
  const { channel } = await listen(carla, [{ event: '*', table: 'patients' }])
  let closed = false
  channel.on('system', {}, ({ status }) => (closed ||= status === 'error'))
  const elsewhere = scriba.client()
  await elsewhere.auth.signInWithPassword({ email: carla.email, password: 'Segreta1' })
  await elsewhere.auth.signOut({ scope: 'global' })
  await until(() => closed || channel.state === 'closed', 10_000)
  await carla.client.removeAllChannels()
})

test('the service key hears of accounts and of no patient', async () => {
  const client = await scriba.serviceClient()
  const { events } = await listen({ client }, [{ event: '*', table: '*' }])
  await patientOf(anna)
  assert.equal((await anna.client.from('users').update({ username: 'anna' }).eq('id', anna.user.id)).error, null)
  await until(() => events.length > 0)
  assert.deepEqual(events.map(({ table }) => table), ['users'])
  await client.removeAllChannels()
})

test('a broadcast is refused, and nobody waits for its answer', async () => {
  const channel = anna.client.channel('sala', { config: { broadcast: { ack: true } } })
  await new Promise((done) => channel.subscribe((status) => status === 'SUBSCRIBED' && done()))
  assert.equal(await channel.send({ type: 'broadcast', event: 'chiamata', payload: { a: 1 } }), 'error')
  await anna.client.removeChannel(channel)
})

/** Resident memory of the program, in bytes. */
const memoryOf = async ({ child }) => 1024 * Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${child.pid}/status`, 'utf8'))[1])

test('a message that is too large ends its socket with the reason', async () => {
  const listener = await new Listener(scriba, anna, { event: '*', table: 'patients' }).open()
  const ended = new Promise((done) => listener.socket.once('close', (code, reason) => done({ code, reason: String(reason) })))
  listener.socket.send('x'.repeat(2 ** 20 + 1))
  assert.deepEqual(await ended, { code: 1009, reason: 'a message has at most 1 MiB' })
})

test('a message that never ends is not collected', async () => {
  const listener = await new Listener(scriba, anna, { event: '*', table: 'patients' }).open()
  const ended = new Promise((done) => listener.socket.once('close', (code, reason) => done({ code, reason: String(reason) })))
  const before = await memoryOf(scriba)
  const piece = 'x'.repeat(2 ** 20)
  for (let sent = 0; sent < 400 && listener.socket.readyState === listener.socket.OPEN; ++sent) {
    await new Promise((done) => listener.socket.send(piece, { fin: false }, done))
    await pause(20)
  }
  assert.deepEqual(await ended, { code: 1009, reason: 'a message has at most 1 MiB' })
  assert.ok((await memoryOf(scriba)) - before < 256 * 1024 * 1024)
})

test('a client that stops reading is closed with a reason, and the others hear on', async () => {
  const keen = await new Listener(scriba, anna, { event: 'UPDATE', table: 'patients' }).open()
  const idle = await new Listener(scriba, anna, { event: 'UPDATE', table: 'patients' }).open()
  const ended = new Promise((done) => idle.socket.once('close', (code, reason) => done({ code, reason: String(reason) })))
  const patient = await patientOf(anna)
  const before = await memoryOf(scriba)
  idle.socket.pause()
  const notes = 'n'.repeat(512 * 1024)
  let changes = 0
  while (!scriba.log.includes('socket_not_read')) {
    assert.ok(++changes < 150, 'what is not read piles up without an end')
    assert.equal((await anna.client.from('patients').update({ notes }).eq('id', patient.id)).error, null)
  }
  // It has five seconds to take what lies before it, and then the reason.
  idle.socket.resume()
  assert.deepEqual(await ended, { code: 1008, reason: 'too much news is unread' })
  assert.ok(idle.heard.length < changes)
  await until(() => keen.heard.length === changes)
  assert.ok((await memoryOf(scriba)) - before < 96 * 1024 * 1024)
  keen.close()
})
