// What is refused before any room looks at it. A path below a surface that is not served is refused in the surface's own
// shape: the web application answers every other path with its page, and a page would look like success to a client.
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before, test } from 'node:test'
import { install } from './harness.mjs'

let scriba
before(async () => {
  scriba = await install()
})
after(() => scriba.remove())

const shapes = {
  '/auth/v1': ['code', 'message', 'error_code', 'msg'],
  '/rest/v1': ['code', 'message', 'details', 'hint'],
  '/functions/v1': ['error'],
  '/storage/v1': ['statusCode', 'error', 'code', 'message'],
  '/realtime/v1': ['error'],
}

for (const [surface, keys] of Object.entries(shapes)) {
  test(`${surface} refuses a path that it does not know`, async () => {
    for (const path of [`${surface}/nothing/like/this`, `${surface}/`]) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const answer = await fetch(scriba.url + path, { method, headers: { accept: 'text/html' } })
        assert.match(answer.headers.get('content-type'), /^application\/json/, `${method} ${path}`)
        assert.equal(answer.status, 404, `${method} ${path}`)
        const body = await answer.json()
        for (const key of keys) assert.ok(key in body, `${method} ${path}: ${key}`)
      }
    }
  })
}

test('a socket is refused where there is none, in the words of the surface', async () => {
  const answer = await new Promise((resolve, reject) => {
    const headers = { upgrade: 'websocket', connection: 'Upgrade', 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==', 'sec-websocket-version': '13' }
    request(`${scriba.url}/rest/v1/no/such/path`, { headers }, resolve).on('error', reject).end()
  })
  answer.resume()
  assert.equal(answer.statusCode, 404)
  assert.match(answer.headers['content-type'], /^application\/json/)
  assert.equal(answer.headers['x-content-type-options'], 'nosniff')
})

// A body is collected before anybody knows who sends it.
test('a body larger than the path has use for is refused and not kept', async () => {
  const large = Buffer.alloc(2 ** 20 + 1, 0x20)
  const answer = await fetch(`${scriba.url}/auth/v1/token?grant_type=password`, { method: 'POST', body: large, headers: { apikey: scriba.key } })
  assert.equal(answer.status, 413)
  assert.ok((await answer.json()).msg)
  const table = await fetch(`${scriba.url}/rest/v1/patients`, { method: 'POST', body: Buffer.alloc(10 * 2 ** 20 + 1, 0x20), headers: { apikey: scriba.key } })
  assert.equal(table.status, 413)
  assert.deepEqual(Object.keys(await table.json()).sort(), ['code', 'details', 'hint', 'message'])
})
