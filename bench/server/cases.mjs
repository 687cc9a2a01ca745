// The calls that the product lives on: each as the web application makes it, and as the limit (bare_server) answers it.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort, password } from '../../server/tests/wire/harness.mjs'

const programs = process.env.SCRIBA_BENCH_PROGRAMS ?? resolve(import.meta.dirname, '../../build/bench/bench')

/** The limit beside an installation; `wrapper` is a command that runs it. */
export async function startLimit(scriba, user, wrapper = []) {
  const port = await freePort()
  const files = ['scriba.db', 'master.key', 'bare.db'].map((name) => join(scriba.dataDir, name))
  const [command, ...args] = [...wrapper, join(programs, 'server/bare_server'), ...files, user.id, String(port)]
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const url = `http://127.0.0.1:${port}`
  while (child.exitCode === null && !(await fetch(`${url}/static/0`).catch(() => undefined))?.ok) await pause(100)
  return { child, url }
}

const tablesOf = (scriba, doctor) => {
  const headers = { apikey: scriba.key, authorization: `Bearer ${doctor.session.access_token}` }
  return (method, query, more = {}) => ({ method, url: `${scriba.url.replace('localhost', '127.0.0.1')}/rest/v1/${query}`, headers, ...more })
}

/** The limit is sent the same head as the program: to read a token of a thousand letters is work of both. */
const withSameHead = (entry) => ({ ...entry, limit: { ...entry.limit, headers: entry.ours.headers } })

/** The same rows in the same bytes, or the comparison means nothing. */
async function expectSameBytes(ours, limit) {
  const [mine, theirs] = await Promise.all([ours, limit].map(async ({ url, headers }) => (await fetch(url, { headers })).text()))
  assert.equal(mine, theirs)
  return mine.length
}

export async function readCases(scriba, doctor, limit) {
  const table = tablesOf(scriba, doctor)
  const mine = `user_id=eq.${doctor.user.id}`
  const lists = [
    { name: 'list of 50 patients', ours: table('GET', `patients?select=*&${mine}&order=last_name.asc`), limit: { url: `${limit.url}/list` } },
    { name: '5 newest consultations with patient', ours: table('GET', `consultations?select=*,patients(*)&${mine}&order=created_at.desc&limit=5`), limit: { url: `${limit.url}/consultations` } },
  ]
  for (const list of lists) list.bytes = await expectSameBytes(list.ours, list.limit)
  const count = table('HEAD', `patients?select=*&${mine}`)
  count.headers = { ...count.headers, prefer: 'count=exact' }
  return [...lists, { name: 'number of patients', ours: count, limit: { url: `${limit.url}/count`, method: 'HEAD' }, bytes: 0 }].map(withSameHead)
}

/** A body with a number that only this request has: SQLite does not write a row that stays as it is. */
let requests = 1_000_000
export const numbered = (body) => body?.replace('#######', String(++requests))

/** `tokens` go round: the limit answers a refresh with one in the same place, so that wrk has the same work. */
export function writeCases(scriba, doctor, limit, tokens) {
  const table = tablesOf(scriba, doctor)
  const patient = doctor.patients[0].id
  const added = JSON.stringify({ user_id: doctor.user.id, first_name: 'Maria', last_name: 'Rossi', birth_date: '1980-01-31', gender: 'female', phone: '+39 333 1234567' })
  const changed = JSON.stringify({ phone: '+39 333 #######' })
  const signIn = JSON.stringify({ email: doctor.email, password })
  const token = (grant, more) => ({ method: 'POST', url: `${scriba.url.replace('localhost', '127.0.0.1')}/auth/v1/token?grant_type=${grant}`, headers: { apikey: scriba.key }, ...more })
  return [
    { name: 'insert of a patient', ours: table('POST', 'patients', { body: added }), limit: { url: `${limit.url}/insert`, method: 'POST', body: added }, bytes: 0 },
    { name: 'update of a patient', ours: table('PATCH', `patients?id=eq.${patient}`, { body: changed }), limit: { url: `${limit.url}/update?id=${patient}`, method: 'PATCH', body: changed }, bytes: 0 },
    { name: 'sign-in', ours: token('password', { body: signIn }), limit: { url: `${limit.url}/sign-in`, method: 'POST', body: signIn }, bytes: 2000 },
    { name: 'refresh of a session', ours: token('refresh_token', { script: 'refresh', tokens }), limit: { url: `${limit.url}/refresh`, method: 'POST', script: 'refresh', tokens }, bytes: 2000 },
  ].map(withSameHead)
}
