// What lies below a surface and is not served is refused in the surface's own shape. The web application answers every
// other path with its page, and a page with status 200 would look like success to a client.
import assert from 'node:assert/strict'
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
