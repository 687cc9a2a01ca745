// Load by ab (apache2-utils) for HEAD: wrk takes an answer that says no length for one whose body is still to come.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
const mostRequests = 10_000_000

/** Requests answered a second. An answer that is no success ends the benchmark: a refusal is quickly made. */
export async function load({ url, headers = {}, connections = 16, seconds }) {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const { stdout } = await run('ab', ['-i', '-k', '-q', '-t', String(seconds), '-n', String(mostRequests), '-c', String(connections), ...given, url])
  const failed = /Non-2xx responses: +(\d+)|Failed requests: +([1-9]\d*)/.exec(stdout)
  if (failed) throw new Error(`HEAD ${url}: ${failed[0]}`)
  return Number(/Requests per second: +([\d.]+)/.exec(stdout)[1])
}
