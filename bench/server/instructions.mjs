// Processor instructions that an answer costs, beside its limit, counted by callgrind: the same on a busy machine. What
// the kernel does, and waiting for the disk, is not in it.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { Agent, request as open } from 'node:http'
import { text } from 'node:stream/consumers'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const requests = Number(process.env.REQUESTS ?? 200)
const folder = await mkdtemp(join(tmpdir(), 'scriba-callgrind-'))
const counted = (name) => ['valgrind', '--quiet', '--tool=callgrind', '--instr-atstart=no', `--callgrind-out-file=${join(folder, name)}`]

// The harness starts one program: here it is the program under callgrind.
const program = process.env.SCRIBA_PROGRAM ?? resolve(import.meta.dirname, '../../build/scriba')
const wrapper = join(folder, 'scriba')
await writeFile(wrapper, `#!/bin/sh\nexec ${counted('ours').join(' ')} ${program} "$@"\n`, { mode: 0o755 })
process.env.SCRIBA_PROGRAM = wrapper

const { install } = await import('../../server/tests/wire/harness.mjs')
const { report, short } = await import('../support/table.mjs')
const { numbered, readCases, startLimit, writeCases } = await import('./cases.mjs')
const { addSample, openSessions } = await import('./sample.mjs')

// fetch closes its connection after each HEAD: a new one would be counted with every answer.
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

async function send({ method = 'GET', url, headers, body, tokens }) {
  const content = tokens ? JSON.stringify({ refresh_token: tokens[0] }) : numbered(body)
  const asked = open(url, { method, agent, headers: { ...headers, ...(content ? { 'content-type': 'application/json' } : {}) } })
  asked.end(content)
  const [answer] = await once(asked, 'response')
  const said = await text(answer)
  if (answer.statusCode >= 300) throw new Error(`${method} ${url}: ${answer.statusCode} ${said}`)
  if (tokens) tokens[0] = JSON.parse(said || '{}').refresh_token ?? 'x'
}

const control = (child, ...options) => run('callgrind_control', [...options, String(child.pid)])

/** Instructions of one answer, warm: the mean of many. */
async function instructions(child, name, request) {
  for (let i = 0; i < 10; ++i) await send(request)
  const before = new Set(await readdir(folder))
  await control(child, '-z')
  await control(child, '-i', 'on')
  for (let i = 0; i < requests; ++i) await send(request)
  await control(child, '-i', 'off')
  await control(child, `--dump=${name}`)
  const dumps = (await readdir(folder)).filter((file) => !before.has(file))
  const totals = await Promise.all(dumps.map(async (file) => Number(/^totals: (\d+)/m.exec(await readFile(join(folder, file), 'latin1'))?.[1] ?? 0)))
  return Math.max(...totals) / requests
}

const scriba = await install({ SCRIBA_THREADS: '1' })
const doctor = await addSample(scriba, 'bench@example.org')
const tokens = await openSessions(scriba, doctor.email, 1)
const limit = await startLimit(scriba, doctor.user, counted('limit'))
try {
  const rows = []
  const add = async ({ name, ours, limit: bound }) => {
    const mine = await instructions(scriba.child, 'ours', ours)
    const least = await instructions(limit.child, 'limit', { ...bound, tokens: ours.tokens && ['x'] })
    rows.push([name, short(mine), short(least), (least / mine).toFixed(2)])
  }
  for (const entry of await readCases(scriba, doctor, limit)) await add(entry)
  // A password is Argon2id and nothing else; it is left to the clock.
  for (const entry of writeCases(scriba, doctor, limit, tokens)) if (entry.name !== 'sign-in') await add(entry)
  report('Instructions an answer, beside the limit', ['call', 'Scriba', 'limit', 'ratio'], rows)
} finally {
  agent.destroy()
  limit.child.kill()
  await scriba.remove()
  if (process.env.KEEP) console.log(folder)
  else await rm(folder, { recursive: true, force: true })
}
