// Load by wrk: how many requests a second a server answers.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const scripts = join(import.meta.dirname, '../server/wrk')

/** What a measured run is: one thread of wrk, so that the server has the other cores. */
const options = (request) => {
  const headers = Object.entries(request.headers ?? {}).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const script = join(scripts, `${request.script ?? 'send'}.lua`)
  return ['-t1', `-c${request.connections ?? 16}`, `-d${request.seconds}s`, '--timeout', '20s', '-s', script, ...headers, request.url]
}

/** Requests answered a second. An answer that is no success ends the benchmark: a refusal is quickly made. */
export async function load(request) {
  const env = { ...process.env, METHOD: request.method ?? 'GET', BODY: request.body ?? '', TOKENS: (request.tokens ?? []).join(' ') }
  const { stdout } = await run('wrk', options(request), { env })
  const failed = /Non-2xx or 3xx responses: (\d+)|Socket errors: (.*)/.exec(stdout)
  if (failed) throw new Error(`${request.method ?? 'GET'} ${request.url}: ${failed[0]}`)
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)[1])
}
