// Requests a second of the calls that the product lives on, each beside its limit (bare_server: no sign-in, no policies,
// no log) and beside the same number of bytes from memory; rounds in turn, so that a busy machine is busy for all.
import { install } from '../../server/tests/wire/harness.mjs'
import * as ab from '../support/ab.mjs'
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

/** Rounds of program, limit and memory in turn; the ratio is the median of the rounds' ratios. */
async function measure({ name, ours, limit, bytes }, site, connections) {
  const { load } = ours.method === 'HEAD' ? ab : wrk
  const taken = { ours: [], limit: [], memory: [], ratio: [] }
  for (let round = 0; round < rounds; ++round) {
    const mine = await load({ ...ours, connections, seconds })
    const bound = await load({ ...limit, connections, seconds })
    const memory = await load({ url: `${site}/static/${bytes}`, connections, seconds: 1 })
    taken.ours.push(mine)
    taken.limit.push(bound)
    taken.memory.push(memory)
    taken.ratio.push(mine / bound)
  }
  const [mine, bound, memory] = [taken.ours, taken.limit, taken.memory].map((numbers) => short(median(numbers)))
  return [name, bytes || '', mine, bound, median(taken.ratio).toFixed(2), memory]
}

const scriba = await install()
const doctor = await addSample(scriba, 'bench@example.org')
const tokens = await openSessions(scriba, doctor.email, sessions)
const limit = await startLimit(scriba, doctor.user)
try {
  // Reads first: what is written later would lengthen the lists.
  const rows = []
  for (const entry of await readCases(scriba, doctor, limit)) rows.push(await measure(entry, limit.url, readers))
  for (const entry of writeCases(scriba, doctor, limit, tokens)) rows.push(await measure(entry, limit.url, writers))
  report('Requests a second, beside the limit', ['call', 'bytes', 'Scriba', 'limit', 'ratio', 'same bytes from memory'], rows)
} finally {
  limit.child.kill()
  await scriba.remove()
}
