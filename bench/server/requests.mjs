// Requests a second of the calls that the product lives on, each beside its limit (bare_server: no sign-in, no policies,
// no log) and beside the same number of bytes from memory; rounds in turn, so that a busy machine is busy for all.
import { install } from '../../server/tests/wire/harness.mjs'
import * as ab from '../support/ab.mjs'
import { processorSeconds } from '../support/process.mjs'
import { median, report, short } from '../support/table.mjs'
import * as wrk from '../support/wrk.mjs'
import { readCases, startLimit, writeCases } from './cases.mjs'
import { addSample, openSessions } from './sample.mjs'

const seconds = Number(process.env.SECONDS_EACH ?? 2)
// Many short ones: the kernel deals the connections of a round to the loops by chance (SO_REUSEPORT), and one loop may
// get two thirds of them.
const rounds = Number(process.env.ROUNDS ?? 9)
// Writers wait for the disk: many at once are what a commit for all of them is made for.
const readers = 16
const writers = 64
// wrk asks for its next request before the answer to the last one is there.
const sessions = 4 * writers

/** Requests a second, and the microseconds of a processor that each took the server: on a busy machine these stay. */
async function round(load, child, request) {
  const before = processorSeconds(child.pid)
  const rate = await load({ ...request, seconds })
  return { rate, work: ((processorSeconds(child.pid) - before) * 1e6) / (rate * seconds) }
}

/** Rounds of program, limit and memory in turn; the ratio is the median of the rounds' ratios. */
async function measure({ name, ours, limit, bytes }, connections) {
  const { load } = ours.method === 'HEAD' ? ab : wrk
  const taken = { rate: [], bound: [], ratio: [], work: [], least: [], memory: [] }
  for (let i = 0; i < rounds; ++i) {
    const mine = await round(load, scriba.child, { ...ours, connections })
    const theirs = await round(load, bare.child, { ...limit, connections })
    taken.rate.push(mine.rate)
    taken.bound.push(theirs.rate)
    taken.ratio.push(mine.rate / theirs.rate)
    taken.work.push(mine.work)
    taken.least.push(theirs.work)
    taken.memory.push(await load({ url: `${bare.url}/static/${bytes}`, connections, seconds: 1 }))
  }
  const of = (numbers) => short(median(numbers))
  return [name, bytes || '', of(taken.rate), of(taken.bound), median(taken.ratio).toFixed(2), of(taken.work), of(taken.least), of(taken.memory)]
}

const scriba = await install()
const doctor = await addSample(scriba, 'bench@example.org')
const tokens = await openSessions(scriba, doctor.email, sessions)
const bare = await startLimit(scriba, doctor.user)
try {
  // Reads first: what is written later would lengthen the lists.
  const rows = []
  for (const entry of await readCases(scriba, doctor, bare)) rows.push(await measure(entry, readers))
  for (const entry of writeCases(scriba, doctor, bare, tokens)) rows.push(await measure(entry, writers))
  report('Requests a second, beside the limit', ['call', 'bytes', 'Scriba', 'limit', 'ratio', 'µs of Scriba', 'of the limit', 'same bytes from memory'], rows)
} finally {
  bare.child.kill()
  await scriba.remove()
}
