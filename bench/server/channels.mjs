// Many doctors at their screens: channels.mjs [CONNECTIONS=2000]
//
// What the server weighs when nobody is there and when each of them has a live channel open; then every doctor adds a
// patient, and each channel must hear of its own doctor's patient, once.
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { install } from '../../server/tests/wire/harness.mjs'
import { Listener } from '../../server/tests/wire/listener.mjs'
import { memory } from '../support/process.mjs'
import { quantile, report, short } from '../support/table.mjs'

const connections = Number(process.argv[2] ?? 2000)
const atOnce = 20

/** Runs `work` for 0, 1, 2, … with so many under way at a time. */
async function inParallel(count, work) {
  const results = []
  let next = 0
  const worker = async () => {
    while (next < count) {
      const mine = next++
      results[mine] = await work(mine)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return results
}

const scriba = await install()
await pause(2000)
const empty = memory(scriba.child.pid).own

const doctors = await inParallel(connections, (i) => scriba.signUp(`doctor${i}@example.org`))
const signedUp = memory(scriba.child.pid).own
const listeners = await inParallel(connections, (i) => new Listener(scriba, doctors[i], { table: 'patients' }).open())
await pause(2000)
const open = memory(scriba.child.pid).own

const begin = performance.now()
const sent = await inParallel(connections, async (i) => {
  const at = performance.now()
  const patient = { first_name: 'Maria', last_name: `Rossi ${i}`, birth_date: '1980-01-31', gender: 'female' }
  const { error } = await doctors[i].client.from('patients').insert(patient)
  if (error) throw new Error(error.message)
  return at
})
for (let waited = 0; waited < 20 && listeners.some(({ heard }) => heard.length === 0); ++waited) await pause(500)
const took = (Math.max(...listeners.map(({ heard }) => heard[0]?.at ?? 0)) - begin) / 1000
for (const [i, { heard }] of listeners.entries()) {
  assert.deepEqual(heard.map(({ data }) => data.record.last_name), [`Rossi ${i}`], 'each hears of their own patient, once')
}
const latencies = listeners.map(({ heard }, i) => heard[0].at - sent[i])
report(
  `${connections} live channels, one change each`,
  ['memory at the start', 'after the sign-ups', 'with all channels open', 'changes a second', 'request to news p50', 'p99', 'longest', 'delivered'],
  [[...[empty, signedUp, open].map((megabytes) => `${megabytes.toFixed(0)} MB`), short(connections / took), ...[0.5, 0.99, 1].map((share) => `${quantile(latencies, share).toFixed(0)} ms`), `${latencies.length} of ${connections}`]],
)
for (const listener of listeners) listener.close()
await scriba.remove()
process.exit(0)
