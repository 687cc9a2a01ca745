// What is refused before any room looks at it. A path below a surface that is not served is refused in the surface's own
// shape: the web application answers every other path with its page, and a page would look like success to a client.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
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

/** Sends the head of a request as it is written here, then `more`; answers what came back within the patience of a test. */
const raw = async (head, more = async () => {}) => {
  const socket = connect(Number(new URL(scriba.url).port), '127.0.0.1').on('error', () => {})
  await once(socket, 'connect')
  let answer = ''
  socket.setEncoding('utf8').on('data', (text) => (answer += text))
  socket.write(`${head.join('\r\n')}\r\nhost: localhost\r\n\r\n`)
  await more(socket)
  for (let tries = 0; tries < 200 && !answer.endsWith('}'); ++tries) await pause(10)
  socket.destroy()
  const [lines, body] = answer.split('\r\n\r\n')
  return { status: Number(lines.slice(9, 12)), headers: lines.toLowerCase(), body }
}

test('a body that is announced as too large is refused before it comes, in the words of the surface', async () => {
  const announced = 'content-length: 5000000000000'
  const file = await raw(['POST /storage/v1/object/consultation-audio/a/b.webm HTTP/1.1', announced])
  assert.deepEqual([file.status, JSON.parse(file.body).code], [413, 'EntityTooLarge'])
  const piece = await raw(['PATCH /storage/v1/upload/resumable/a HTTP/1.1', announced])
  assert.deepEqual([piece.status, JSON.parse(piece.body).code], [413, 'EntityTooLarge'])
  assert.match(piece.headers, /tus-resumable: 1\.0\.0/)
  const form = await raw(['POST /auth/v1/signup HTTP/1.1', announced])
  assert.equal(form.status, 413)
  assert.ok(JSON.parse(form.body).error_code)
})

// The library reads a sign and what follows digits, and waits for a number that nobody here asked about.
const strangeLengths = ['+5000000000000', '5000000000000x', '-9223372036854775809']

test('a body of two lengths is refused and the connection ends', async () => {
  const head = ['POST /auth/v1/token HTTP/1.1', 'content-length: 2', 'transfer-encoding: chunked', 'content-type: application/json']
  const refused = await raw(head, async (socket) => {
    socket.write('2\r\n{}\r\n0\r\n\r\nGET /auth/v1/health HTTP/1.1\r\nhost: localhost\r\n\r\n')
    await once(socket, 'end')
  })
  // Where the rest comes with the head, the library ends the connection over it before we see either.
  assert.ok([400, 405].includes(refused.status), `${refused.status}`)
  assert.ok(!refused.body.includes('HTTP/1.1'), 'what follows is nobody\'s request')
})

/** Sends these bytes on a line of their own; answers all that comes back until the server ends it, or for a second. */
const said = async (text) => {
  const socket = connect(Number(new URL(scriba.url).port), '127.0.0.1').on('error', () => {})
  await once(socket, 'connect')
  let answer = ''
  socket.setEncoding('utf8').on('data', (piece) => (answer += piece))
  const ended = once(socket, 'end').then(() => true)
  socket.write(text)
  const hasEnded = await Promise.race([ended, pause(1000).then(() => false)])
  socket.destroy()
  return { hasEnded, statuses: [...answer.matchAll(/HTTP\/1\.[01] (\d+)/g)].map(([, status]) => Number(status)) }
}

test('a head that another reader would understand otherwise is refused, and nothing behind it is answered', async () => {
  const behind = 'GET /auth/v1/health HTTP/1.1\r\nhost: localhost\r\n\r\n'
  for (const line of ['Content-Length : 2', ' x: 1', 'x y: 1', ': 1', 'x: a\0b', 'x: a\rb', 'x: a\x7f']) {
    const { hasEnded, statuses } = await said(`POST /auth/v1/token HTTP/1.1\r\nhost: localhost\r\n${line}\r\n\r\n${behind}`)
    assert.deepEqual(statuses, [400], JSON.stringify(line))
    assert.ok(hasEnded, JSON.stringify(line))
  }
  const { hasEnded, statuses } = await said(`GET /auth/v1/health HTTP/1.1\r\nhost: localhost\r\nx-name: Nicolò\t(1)\r\n\r\n${behind}`)
  assert.deepEqual([hasEnded, statuses], [false, [200, 200]])
})

test('a request that names no host is refused', async () => {
  assert.deepEqual((await said('GET /auth/v1/health HTTP/1.1\r\n\r\n')).statuses, [400])
  assert.deepEqual((await said('GET /auth/v1/health HTTP/1.0\r\n\r\n')).statuses, [200], 'nobody had to then')
})

test('a request with thousands of headers is refused at once', async () => {
  const many = Array.from({ length: 20_000 }, (_, i) => `x-${String(i).padStart(6, '0')}: a`)
  const refused = await raw(['GET /auth/v1/health HTTP/1.1', ...many])
  assert.equal(refused.status, 400)
})

test('a coded body is refused', async () => {
  const headers = { apikey: scriba.key, 'content-type': 'application/json', 'content-encoding': 'gzip' }
  const answer = await fetch(`${scriba.url}/auth/v1/token?grant_type=password`, { method: 'POST', headers, body: '{}' })
  assert.equal(answer.status, 415)
})

test('a refused handshake is an answer and nothing behind it', async () => {
  const handshake = ['connection: Upgrade', 'upgrade: websocket', 'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==', 'sec-websocket-version: 13']
  for (const path of ['/realtime/v1/websocket?apikey=x', '/realtime/v1/nowhere', '/rest/v1/patients']) {
    const refused = await raw([`GET ${path} HTTP/1.1`, ...handshake], (socket) => once(socket, 'end'))
    assert.ok(refused.status >= 400 && refused.status < 500, path)
    assert.equal(Buffer.byteLength(refused.body), Number(/content-length: (\d+)/.exec(refused.headers)[1]), path)
  }
})

test('a length that is not written in digits is refused', async () => {
  for (const length of strangeLengths) {
    const refused = await raw(['POST /auth/v1/token HTTP/1.1', `content-length: ${length}`])
    assert.equal(refused.status, 400, length)
  }
})

test('a chunk as large as it likes is not collected', async () => {
  const refused = await raw(['POST /auth/v1/signup HTTP/1.1', 'transfer-encoding: chunked'], async (socket) => {
    socket.write('40000000\r\n')
    const piece = Buffer.alloc(2 ** 20, 0x20)
    for (let sent = 0; sent < 3; ++sent) socket.write(piece)
  })
  assert.equal(refused.status, 413)
  assert.ok(JSON.parse(refused.body).error_code)
})

// More than a form is only collected from whom the server knows: the head is enough to say no.
test('a large body of a stranger is refused before it comes, in the words of the surface', async () => {
  const announced = 'content-length: 2000000'
  const forged = 'authorization: Bearer eyJhbGciOiJFUzI1NiIsImtpZCI6IngifQ.e30.AAAA'
  const cases = [
    ['POST /storage/v1/object/consultation-audio/a/b.webm', 401, 'InvalidJWT'],
    ['PATCH /storage/v1/upload/resumable/a', 401, 'InvalidJWT'],
    ['PUT /storage/v1/object/upload/sign/consultation-audio/a/b.webm?token=9999999999.a.b', 401, 'InvalidJWT'],
    ['POST /functions/v1/transcribe', 401, 'unauthorized'],
    ['POST /functions/v1/user-profile', 401, 'unauthorized'],
    ['POST /rest/v1/patients', 401, '42501'],
  ]
  for (const [line, status, code] of cases) {
    const answer = await raw([`${line} HTTP/1.1`, announced, `apikey: ${scriba.key}`])
    assert.deepEqual([answer.status, JSON.parse(answer.body).code], [status, code], line)
    const untrue = await raw([`${line} HTTP/1.1`, announced, `apikey: ${scriba.key}`, forged])
    assert.equal(untrue.status, 401, line)
  }
  const unknown = await raw(['POST /functions/v1/transcribe HTTP/1.1', announced])
  assert.equal(unknown.status, 401)
  const nowhere = await raw(['POST /storage/v1/nowhere/at/all HTTP/1.1', announced])
  assert.equal(nowhere.status, 404)
})

test('a large chunk of a stranger is refused while it comes', async () => {
  const refused = await raw(['POST /functions/v1/transcribe HTTP/1.1', `apikey: ${scriba.key}`, 'transfer-encoding: chunked'], async (socket) => {
    socket.write('40000000\r\n')
    const piece = Buffer.alloc(2 ** 20, 0x20)
    for (let sent = 0; sent < 3; ++sent) socket.write(piece)
  })
  assert.deepEqual([refused.status, JSON.parse(refused.body).code], [401, 'unauthorized'])
})

test('what is refused without its body leaves nothing of that on disk', async () => {
  const announced = 'content-length: 5000000000000'
  const socket = ['connection: Upgrade', 'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==', 'sec-websocket-version: 13']
  const path = `/realtime/v1/websocket?apikey=${scriba.key}`
  const refusals = [
    ['OPTIONS * HTTP/1.1', announced],
    ['OPTIONS /* HTTP/1.1', announced],
    [`POST /rest/v1/${'x'.repeat(17_000)} HTTP/1.1`, announced],
    ['GET /realtime/v1/websocket HTTP/1.1', ...socket, 'upgrade: websocket', announced],
    [`GET ${path} HTTP/1.1`, ...socket, 'upgrade: websocket', announced],
    [`POST ${path} HTTP/1.1`, ...socket, 'upgrade: websocket', announced],
    [`GET ${path} HTTP/1.1`, ...socket, 'upgrade: x', announced],
    ...strangeLengths.map((length) => ['POST /auth/v1/token HTTP/1.1', `content-length: ${length}`]),
  ]
  for (const head of refusals) {
    await raw(head, async (line) => {
      await once(line, 'data')
      for (let sent = 0; sent < 3; ++sent) line.write(Buffer.alloc(2 ** 20, 0x20))
      await pause(200)
      const kept = await readdir(join(scriba.dataDir, 'scratch'), { recursive: true, withFileTypes: true })
      assert.deepEqual(kept.filter((entry) => entry.isFile()), [], `${head}`.slice(0, 200))
      line.destroy()
    })
  }
})

test('a body in chunks is read as any other', async () => {
  const body = JSON.stringify({ email: 'nobody@example.com', password: 'x' })
  const answer = await raw(['POST /auth/v1/token?grant_type=password HTTP/1.1', `apikey: ${scriba.key}`, 'transfer-encoding: chunked'], async (socket) => {
    for (const letter of body) socket.write(`1\r\n${letter}\r\n`)
    await pause(200)
    socket.write('0\r\n\r\n')
  })
  assert.deepEqual([answer.status, JSON.parse(answer.body).code], [400, 'invalid_credentials'])
})

test('a method that is not served, and a name that cannot be, are refused as such', async () => {
  for (const method of ['TRACE', 'PROPFIND', 'CONNECT', 'QUERY']) {
    const answer = await raw([`${method} /rest/v1/patients HTTP/1.1`])
    assert.equal(answer.status, 405, method)
  }
  for (const name of ['a%zz', 'a%00b', '%ff']) {
    const answer = await fetch(`${scriba.url}/storage/v1/object/consultation-audio/x/${name}`, { method: 'POST', headers: { apikey: scriba.key } })
    assert.deepEqual([answer.status, (await answer.json()).code], [400, 'InvalidKey'])
  }
})

test('who has no key is told which, before anything else', async () => {
  for (const path of ['/rest/v1/patients', '/auth/v1/user', '/functions/v1/subscription', '/functions/v1/no-such-function', '/storage/v1/bucket']) {
    for (const headers of [{}, { apikey: 'sb_publishable_other' }]) {
      const answer = await fetch(scriba.url + path, { method: path.startsWith('/functions') ? 'POST' : 'GET', headers })
      assert.equal(answer.status, 401, path)
      assert.match((await answer.json()).hint, /anonKey|public key/, path)
    }
  }
})
