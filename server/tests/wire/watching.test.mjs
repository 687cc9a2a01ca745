// What a supervisor and a monitor are told by the running program.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { install } from './harness.mjs'

const get = async (installation, path) => {
  const answer = await fetch(`${installation.url}${path}`)
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
}

describe('the figures for a monitor', () => {
  let installation
  before(async () => (installation = await install()))
  after(() => installation.remove())

  /** The page as `{ 'name{labels}': value }`; every line must be one of the format. */
  const figures = async () => {
    const { status, type, text } = await get(installation, '/metrics')
    assert.equal(status, 200)
    assert.match(type, /^text\/plain; version=0\.0\.4/)
    const lines = text.trimEnd().split('\n')
    for (const line of lines) assert.match(line, /^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? [-0-9.e+]+)$/)
    return Object.fromEntries(lines.filter((line) => !line.startsWith('#')).map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]))
  }

  it('count answers by class and time', async () => {
    const former = await figures()
    await get(installation, '/config.json')
    await get(installation, '/rest/v1/nothing')
    const now = await figures()
    assert.ok(now['scriba_http_requests_total{class="4xx"}'] > former['scriba_http_requests_total{class="4xx"}'])
    assert.ok(now['scriba_http_requests_total{class="2xx"}'] > former['scriba_http_requests_total{class="2xx"}'])
    const buckets = Object.keys(now).filter((name) => name.startsWith('scriba_http_request_duration_seconds_bucket'))
    for (let i = 1; i < buckets.length; ++i) assert.ok(now[buckets[i]] >= now[buckets[i - 1]], 'each holds those before it')
    assert.equal(now['scriba_http_request_duration_seconds_bucket{le="+Inf"}'], now.scriba_http_request_duration_seconds_count)
  })

  it('say how long reads and writes of the database waited for their turn', async () => {
    const former = await figures()
    await installation.signUp('writes@example.com')
    const now = await figures()
    const count = (what) => `scriba_database_wait_seconds_count{for="${what}"}`
    assert.ok(now[count('write')] > former[count('write')])
    assert.ok(now[count('read')] >= former[count('read')])
    for (const what of ['write', 'read']) {
      assert.equal(now[`scriba_database_wait_seconds_bucket{for="${what}",le="+Inf"}`], now[count(what)])
      assert.ok(now[`scriba_database_wait_seconds_sum{for="${what}"}`] >= 0)
    }
  })

  it('say how much waits, listens and has room, and name nobody', async () => {
    const anna = await installation.signUp('anna.segreta@example.com')
    await new Promise((done) => anna.client.channel('a').on('postgres_changes', { event: '*', schema: 'public', table: 'patients' }, () => {}).subscribe((state) => state === 'SUBSCRIBED' && done()))
    const now = await figures()
    assert.equal(now.scriba_sockets_open, 1)
    assert.equal(now.scriba_channels_open, 1)
    assert.equal(now.scriba_changes_waiting, 0)
    assert.equal(now.scriba_database_up, 1)
    assert.ok(now.scriba_disk_free_bytes > 0 && now.scriba_disk_free_bytes <= now.scriba_disk_total_bytes)
    const { text } = await get(installation, '/metrics')
    for (const secret of ['anna', anna.user.id]) assert.ok(!text.includes(secret))
    await anna.client.removeAllChannels()
  })
})

it('a program that serves says that it is ready', async (t) => {
  const installation = await install()
  t.after(() => installation.remove())
  const ready = await get(installation, '/ready')
  assert.equal(ready.status, 200)
  assert.deepEqual(JSON.parse(ready.text).parts, { database: 'ok', migrations: 'ok', disk: 'ok' })
})
