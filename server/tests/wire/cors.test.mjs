// Pages of other origins, as a browser lets them call: by the answers' headers alone.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import WebSocket from 'ws'
import { install, password } from './harness.mjs'

const integrator = 'https://integrator.example'
let scriba
before(async () => {
  scriba = await install({ SCRIBA_CORS_ORIGINS: `${integrator}, http://localhost:5173` })
})
after(() => scriba.remove())

const ask = (path, origin, headers = {}) =>
  fetch(`${scriba.url}${path}`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'PATCH', 'access-control-request-headers': 'apikey,prefer', ...headers },
  })
const words = (answer, name) => (answer.headers.get(name) ?? '').toLowerCase().split(/,\s*/)

describe('a listed origin', () => {
  test('may call every surface, with the headers that the clients send', async () => {
    for (const path of ['/auth/v1/token', '/rest/v1/patients', '/functions/v1/subscription', '/storage/v1/upload/resumable']) {
      const answer = await ask(path, integrator)
      assert.equal(answer.status, 204, path)
      assert.equal(answer.headers.get('access-control-allow-origin'), integrator)
      assert.equal(answer.headers.get('access-control-allow-methods'), 'GET,HEAD,POST,PUT,PATCH,DELETE,OPTIONS')
      const headers = words(answer, 'access-control-allow-headers')
      for (const name of ['authorization', 'apikey', 'content-type', 'x-client-info', 'x-supabase-api-version', 'prefer', 'range', 'tus-resumable', 'upload-offset', 'upload-defer-length', 'x-upsert']) {
        assert.ok(headers.includes(name), name)
      }
    }
  })

  test('reads the answers, refusals too, with the headers that carry codes and counts', async () => {
    const refused = await fetch(`${scriba.url}/auth/v1/user`, { headers: { origin: integrator, apikey: scriba.key } })
    assert.equal(refused.status, 401)
    assert.equal(refused.headers.get('access-control-allow-origin'), integrator)
    const { session } = await scriba.signUp('cors@example.com')
    const listed = await fetch(`${scriba.url}/rest/v1/patients?select=id`, {
      headers: { origin: integrator, apikey: scriba.key, authorization: `Bearer ${session.access_token}`, prefer: 'count=exact' },
    })
    assert.equal(listed.status, 200)
    assert.equal(listed.headers.get('content-range'), '*/0')
    assert.ok(words(listed, 'access-control-expose-headers').includes('content-range'))
    assert.ok(words(listed, 'access-control-expose-headers').includes('x-supabase-api-version'))
    assert.match(listed.headers.get('vary'), /Origin/)
    assert.equal(listed.headers.get('access-control-allow-credentials'), null)
  })

  test('may open the socket', async () => {
    const socket = new WebSocket(`${scriba.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${scriba.key}`, { origin: integrator })
    await new Promise((done, fail) => socket.once('open', done).once('error', fail))
    socket.close()
  })
})

describe('any other origin', () => {
  test('is told nothing, and the answer is not kept for the others', async () => {
    for (const origin of ['https://elsewhere.example', 'https://integrator.example.evil', 'null']) {
      const asked = await ask('/rest/v1/patients', origin)
      assert.equal(asked.headers.get('access-control-allow-origin'), null)
      const answer = await fetch(`${scriba.url}/config.json`, { headers: { origin } })
      assert.equal(answer.headers.get('access-control-allow-origin'), null)
      assert.match(answer.headers.get('vary'), /Origin/)
    }
  })

  test('is the rule where nothing is configured', async () => {
    const closed = await install()
    try {
      const answer = await fetch(`${closed.url}/config.json`, { headers: { origin: integrator } })
      assert.equal(answer.headers.get('access-control-allow-origin'), null)
      assert.equal((await closed.client().auth.signUp({ email: 'sola@example.com', password })).error, null)
    } finally {
      await closed.remove()
    }
  })
})

test('what TUS asks by OPTIONS is answered as before', async () => {
  const answer = await fetch(`${scriba.url}/storage/v1/upload/resumable`, { method: 'OPTIONS', headers: { origin: integrator, apikey: scriba.key } })
  assert.equal(answer.headers.get('tus-version'), '1.0.0')
  assert.equal(answer.headers.get('access-control-allow-origin'), integrator)
})
