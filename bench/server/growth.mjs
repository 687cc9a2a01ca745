// Does a doctor notice how large the installation has become? Installations of different sizes side by side, one doctor
// with a thousand patients in each, everybody else's patients scattered between hers; the same calls in turn.
import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { install } from '../../server/tests/wire/harness.mjs'
import { median, report, short } from '../support/table.mjs'
import { load } from '../support/wrk.mjs'

const run = promisify(execFile)
const programs = process.env.SCRIBA_BENCH_PROGRAMS ?? resolve(import.meta.dirname, '../../build/bench/bench')
const sizes = (process.env.SIZES ?? '1000 10000 100000 1000000').split(' ').map(Number)
const seconds = Number(process.env.SECONDS_EACH ?? 2)
const rounds = Number(process.env.ROUNDS ?? 3)
const patientsOfHers = 1000

const patientOf = (user, i) => ({
  user_id: user.id,
  first_name: ['Maria', 'Giulia', 'Paolo', 'Luca'][i % 4],
  last_name: `${['Rossi', 'Bianchi', 'Ferrari', 'Marino'][(i * 7) % 4]} ${(i * 37) % patientsOfHers}`,
  birth_date: '1980-01-31',
  gender: 'female',
  email: `p${i}@posta.example.org`,
})

async function open(size) {
  const scriba = await install()
  const doctor = await scriba.signUp('bench@example.org')
  // Half of hers are older than everybody else's, half younger.
  const add = async (from, to) => {
    const rows = Array.from({ length: to - from }, (_, i) => patientOf(doctor.user, from + i))
    const { error } = await doctor.client.from('patients').insert(rows)
    if (error) throw new Error(error.message)
  }
  await add(0, patientsOfHers / 2)
  await scriba.stop()
  await run(join(programs, 'server/fill_installation'), [join(scriba.dataDir, 'scriba.db'), String(size - patientsOfHers / 2)])
  await scriba.start()
  await add(patientsOfHers / 2, patientsOfHers)
  return { size, scriba, doctor }
}

const calls = [
  { name: 'first page of the list, with the number of all', query: 'order=last_name.asc,first_name.asc,id.asc&limit=25', headers: { prefer: 'count=exact' } },
  { name: 'page in the middle', query: 'order=last_name.asc,first_name.asc,id.asc&limit=25&offset=500' },
  { name: 'search by name', query: 'or=(first_name.ilike.*ari*,last_name.ilike.*ari*,email.ilike.*ari*,phone.like.*ari*)&order=last_name.asc,first_name.asc,id.asc&limit=25' },
  { name: '5 newest', query: 'order=created_at.desc&limit=5' },
]

const requestOf = ({ scriba, doctor }, { query, headers }) => ({
  url: `${scriba.url.replace('localhost', '127.0.0.1')}/rest/v1/patients?user_id=eq.${doctor.user.id}&${query}`,
  headers: { apikey: scriba.key, authorization: `Bearer ${doctor.session.access_token}`, ...headers },
})

const houses = []
try {
  for (const size of sizes) houses.push(await open(size))
  const rows = []
  for (const call of calls) {
    const taken = houses.map(() => [])
    for (let round = 0; round < rounds; ++round) {
      for (const [i, house] of houses.entries()) taken[i].push(await load({ ...requestOf(house, call), seconds }))
    }
    const shares = taken.at(-1).map((rate, round) => rate / taken[0][round])
    rows.push([call.name, ...taken.map((rates) => short(median(rates))), median(shares).toFixed(2)])
  }
  report('Requests a second of one doctor, by patients of the installation', ['call', ...sizes.map((size) => size.toLocaleString('en')), 'last / first'], rows)
} finally {
  for (const { scriba } of houses) await scriba.remove()
}
