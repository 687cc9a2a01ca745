// The rows of the protocol that the stock client does not show: raw requests, their statuses, headers and bodies.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import WebSocket from 'ws'
import { install } from './harness.mjs'

let scriba
let anna
let patient

before(async () => {
  scriba = await install()
  anna = await scriba.signUp('anna@example.com')
  const rows = ['Rossi', 'Bianchi', 'Verdi'].map((last_name) => ({ first_name: 'Maria', last_name, birth_date: '1980-01-31', gender: 'female' }))
  const { data, error } = await anna.client.from('patients').insert(rows).select()
  assert.equal(error, null)
  patient = data[0]
})
after(() => scriba.remove())

const bearer = () => ({ apikey: scriba.key, authorization: `Bearer ${anna.session.access_token}` })
const ask = async (path, { headers = {}, key = true, ...rest } = {}) => {
  const answer = await fetch(scriba.url + path, { ...rest, headers: { ...(key ? bearer() : {}), ...headers } })
  const text = await answer.text()
  const json = answer.headers.get('content-type')?.includes('json') && text ? JSON.parse(text) : undefined
  return { status: answer.status, headers: answer.headers, text, json }
}
const rest = (path, options) => ask(`/rest/v1/${path}`, options)
const jsonBody = (value, prefer) => ({
  body: typeof value === 'string' ? value : JSON.stringify(value),
  headers: { 'content-type': 'application/json', ...(prefer ? { prefer } : {}) },
})
const person = (more = {}) => ({ first_name: 'Ugo', last_name: 'Neri', birth_date: '1970-05-06', gender: 'male', ...more })

describe('keys and errors', () => {
  test('every surface refuses a missing and a wrong key', async () => {
    for (const path of ['/rest/v1/patients', '/auth/v1/settings', '/functions/v1/subscription', '/storage/v1/bucket']) {
      const missing = await ask(path, { key: false })
      assert.deepEqual([missing.status, missing.json.message], [401, 'No API key found in request'], path)
      const wrong = await ask(path, { key: false, headers: { apikey: 'x' } })
      assert.deepEqual([wrong.status, wrong.json.message], [401, 'Invalid API key'], path)
    }
    const socket = await ask('/realtime/v1/websocket?apikey=x&vsn=2.0.0', {
      key: false,
      headers: { upgrade: 'websocket', connection: 'Upgrade', 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==', 'sec-websocket-version': '13' },
    }).catch(() => undefined)
    if (socket) assert.equal(socket.status, 401)
  })

  test('a table’s refusal has four keys and says it is JSON', async () => {
    const { status, headers, json } = await rest('patients?select=nothing')
    assert.equal(status, 400)
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
    assert.deepEqual(Object.keys(json).sort(), ['code', 'details', 'hint', 'message'])
  })

  test('signed tokens of another hand are refused', async () => {
    const [head, claims, signature] = anna.session.access_token.split('.')
    const encode = (value) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const forged = { ...JSON.parse(Buffer.from(claims, 'base64url')), sub: '00000000-0000-4000-8000-000000000000' }
    for (const token of [
      `${encode({ alg: 'none', typ: 'JWT' })}.${claims}.`,
      `${encode({ alg: 'HS256', typ: 'JWT' })}.${claims}.${signature}`,
      `${head}.${encode(forged)}.${signature}`,
      `${encode({ ...JSON.parse(Buffer.from(head, 'base64url')), kid: 'other' })}.${claims}.${signature}`,
      'a.b',
      'nonsense',
    ]) {
      const answer = await rest('patients', { headers: { authorization: `Bearer ${token}` } })
      assert.deepEqual([answer.status, answer.json.code], [401, 'PGRST301'])
      assert.match(answer.headers.get('www-authenticate'), /invalid_token/)
    }
  })
})

describe('tables', () => {
  for (const [what, path, options, status, code] of [
    ['another profile', 'patients', { headers: { 'accept-profile': 'auth' } }, 406, 'PGRST106'],
    ['an answer that is not served', 'patients', { headers: { accept: 'image/png' } }, 406, 'PGRST107'],
    ['an operator that is not served', 'patients?last_name=fts.x', {}, 400, 'PGRST127'],
    ['an aggregate', 'patients?select=weight.sum()', {}, 400, 'PGRST123'],
    ['a filter on what is not embedded', 'patients?users.id=is.null', {}, 400, 'PGRST108'],
    ['no relation', 'patients?select=*,subscription_plans(*)', {}, 400, 'PGRST200'],
    ['more than one object', 'patients', { headers: { accept: 'application/vnd.pgrst.object+json' } }, 406, 'PGRST116'],
    ['a negative limit', 'patients?limit=-1', {}, 416, 'PGRST103'],
    ['a limit that is no number', 'patients?limit=ten', {}, 400, 'PGRST100'],
    ['an offset beyond the count', 'patients?offset=9', { headers: { prefer: 'count=exact' } }, 416, 'PGRST103'],
    ['a number that does not parse', 'patients?weight=gt.heavy', {}, 400, '22P02'],
    ['a date that does not parse', 'patients?birth_date=lt.soon', {}, 400, '22007'],
    ['a date that is none', 'patients?birth_date=lt.1980-02-30', {}, 400, '22008'],
    ['an unknown preference, strictly', 'patients', { headers: { prefer: 'handling=strict,odd=1' } }, 400, 'PGRST122'],
    ['a path below a table', 'patients/1', {}, 404, 'PGRST125'],
    ['a table that is not listed', 'sqlite_master', {}, 404, 'PGRST205'],
    ['a method that is not served', 'patients', { method: 'PUT', ...jsonBody({}) }, 405, 'PGRST117'],
    ['a change without a filter', 'patients', { method: 'PATCH', ...jsonBody({ phone: '1' }) }, 400, '21000'],
    ['a deletion without a filter', 'patients', { method: 'DELETE' }, 400, '21000'],
    ['a body that is no JSON', 'patients', { method: 'POST', ...jsonBody('{') }, 400, 'PGRST102'],
    ['ragged rows without columns', 'patients', { method: 'POST', ...jsonBody([person(), { first_name: 'x' }]) }, 400, 'PGRST102'],
    ['columns that are not there', 'patients?columns="colour"', { method: 'POST', ...jsonBody([{}]) }, 400, 'PGRST204'],
    ['too many rows, strictly', 'patients?id=not.is.null', { method: 'PATCH', ...jsonBody({ phone: '1' }, 'handling=strict,max-affected=1') }, 400, 'PGRST124'],
    ['a procedure by GET', 'rpc/ensure_valid_subscription?user_id=x', {}, 405, '25006'],
    ['a procedure that is not there', 'rpc/nothing', { method: 'POST', ...jsonBody({}) }, 404, 'PGRST202'],
    ['arguments that do not fit', 'rpc/ensure_valid_subscription', { method: 'POST', ...jsonBody({ user: 1 }) }, 404, 'PGRST202'],
    ['an address that is too long', `patients?select=${'x'.repeat(17_000)}`, {}, 414, undefined],
    ['too deep a group', `patients?or=${'(or'.repeat(70)}(id.is.null)${')'.repeat(70)}`, {}, 400, 'PGRST100'],
  ]) {
    test(`refuse ${what}`, async () => {
      const answer = await rest(path, options)
      assert.equal(answer.status, status, answer.text)
      if (code) assert.equal(answer.json.code, code)
    })
  }

  test('answer ranges, counts and heads alike', async () => {
    const count = { prefer: 'count=exact' }
    for (const [path, headers, status, range] of [
      ['patients', {}, 200, '0-2/*'],
      ['patients', count, 200, '0-2/3'],
      ['patients?limit=2', count, 206, '0-1/3'],
      ['patients?limit=0', count, 206, '*/3'],
      ['patients?last_name=eq.Nessuno', count, 200, '*/0'],
      ['patients', { 'range-unit': 'items', range: '1-1', ...count }, 206, '1-1/3'],
      ['patients?limit=1', { 'range-unit': 'items', range: '1-2', ...count }, 206, '1-1/3'],
    ]) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await rest(path, { method, headers })
        assert.deepEqual([answer.status, answer.headers.get('content-range')], [status, range], `${method} ${path}`)
        if (method === 'HEAD') assert.equal(answer.text, '')
      }
    }
  })

  test('say what of a preference was honoured, whether in one header or several', async () => {
    const headers = new Headers(bearer())
    headers.append('prefer', 'return=representation')
    headers.append('prefer', 'count=exact')
    headers.append('content-type', 'application/json; charset=UTF-8')
    const answer = await fetch(`${scriba.url}/rest/v1/patients?id=eq.${patient.id}`, { method: 'PATCH', headers, body: '{"phone":"333"}' })
    assert.equal(answer.status, 200)
    assert.match(answer.headers.get('preference-applied'), /return=representation/)
    assert.match(answer.headers.get('preference-applied'), /count=exact/)
    assert.equal((await answer.json())[0].phone, '333')
  })

  test('answer a write by what was asked', async () => {
    const plain = await rest('patients', { method: 'POST', ...jsonBody(person()) })
    assert.deepEqual([plain.status, plain.text], [201, ''])
    const headers = await rest('patients', { method: 'POST', ...jsonBody(person(), 'return=headers-only') })
    assert.match(headers.headers.get('location'), /^\/patients\?id=eq\.[0-9a-f-]{36}$/)
    const counted = await rest('patients', { method: 'POST', ...jsonBody([person(), person()], 'count=exact') })
    assert.equal(counted.headers.get('content-range'), '*/2')
    const same = { ...person(), id: patient.id, last_name: 'Rossi' }
    const ignored = await rest('patients', { method: 'POST', ...jsonBody(same, 'resolution=ignore-duplicates') })
    assert.equal(ignored.status, 200)
    const nothing = await rest('patients?last_name=eq.Nessuno', { method: 'DELETE', headers: { prefer: 'return=representation' } })
    assert.deepEqual([nothing.status, nothing.json], [200, []])
    const empty = await rest('patients?last_name=eq.Neri', { method: 'DELETE', headers: { 'content-type': 'application/json' } })
    assert.equal(empty.status, 204)
  })

  test('undo a write whose answer must be one object and is not', async () => {
    const answer = await rest('patients?last_name=in.(Bianchi,Verdi)', {
      method: 'PATCH',
      body: '{"phone":"999"}',
      headers: { 'content-type': 'application/json', accept: 'application/vnd.pgrst.object+json', prefer: 'return=representation' },
    })
    assert.deepEqual([answer.status, answer.json.code], [406, 'PGRST116'])
    assert.match(answer.json.details, /2 rows/)
    assert.deepEqual((await rest('patients?phone=eq.999')).json, [])
  })

  test('an upsert onto another’s key is refused and changes nothing', async () => {
    const bruno = await scriba.signUp('bruno@example.com')
    const { status, error } = await bruno.client.from('patients').upsert(person({ id: patient.id }))
    assert.deepEqual([status, error.code], [403, '42501'])
    assert.equal((await rest(`patients?id=eq.${patient.id}`)).json[0].last_name, 'Rossi')
  })
})

describe('the change feed', () => {
  const open = async (version, options) => {
    const socket = new WebSocket(`${scriba.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${scriba.key}&vsn=${version}`, options)
    const frames = []
    socket.on('message', (bytes) => frames.push(JSON.parse(bytes)))
    await new Promise((done, fail) => socket.once('open', done).once('error', fail))
    const next = async (matches) => {
      for (let waited = 0; waited < 5000; waited += 20) {
        const found = frames.find(matches)
        if (found) return found
        await pause(20)
      }
      assert.fail(`nothing of the kind among ${JSON.stringify(frames)}`)
    }
    return { socket, frames, next }
  }

  test('speaks the older version too', async () => {
    const { socket, next } = await open('1.0.0')
    socket.send(JSON.stringify({ topic: 'phoenix', event: 'heartbeat', payload: {}, ref: '1', join_ref: null }))
    const beat = await next(({ ref }) => ref === '1')
    assert.deepEqual(beat.payload, { status: 'ok', response: {} })
    const config = { postgres_changes: [{ event: 'INSERT', schema: 'public', table: 'patients' }] }
    socket.send(JSON.stringify({ topic: 'realtime:a', event: 'phx_join', payload: { config, access_token: anna.session.access_token }, ref: '2', join_ref: '2' }))
    await next(({ event }) => event === 'system')
    await anna.client.from('patients').insert(person())
    const news = await next(({ event }) => event === 'postgres_changes')
    assert.equal(news.payload.data.record.last_name, 'Neri')
    socket.close()
  })

  test('refuses pages of other sites and wrong keys with an answer', async () => {
    await assert.rejects(open('2.0.0', { origin: 'https://evil.example' }), /403/)
    const wrong = new WebSocket(`${scriba.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=x`)
    const status = await new Promise((done) => wrong.once('unexpected-response', (_request, { statusCode }) => done(statusCode)))
    assert.equal(status, 401)
  })

  test('replaces a channel that is joined again, and answers what was never joined', async () => {
    const { socket, frames, next } = await open('2.0.0')
    const join = (ref, event) => {
      const config = { postgres_changes: [{ event, schema: 'public', table: 'patients' }] }
      socket.send(JSON.stringify([ref, ref, 'realtime:a', 'phx_join', { config, access_token: anna.session.access_token }]))
    }
    join('1', 'INSERT')
    await next(([, ref, , event]) => ref === '1' && event === 'phx_reply')
    join('2', 'DELETE')
    await next(([, ref, , event]) => ref === '2' && event === 'phx_reply')
    const { data } = await anna.client.from('patients').insert(person()).select().single()
    await anna.client.from('patients').delete().eq('id', data.id)
    const news = await next(([, , , event]) => event === 'postgres_changes')
    assert.equal(news[4].data.type, 'DELETE')
    assert.ok(!('record' in news[4].data))
    socket.send(JSON.stringify(['9', '9', 'realtime:other', 'phx_leave', {}]))
    const unmatched = await next(([, ref]) => ref === '9')
    assert.deepEqual(unmatched[4], { status: 'error', response: { reason: 'unmatched topic' } })
    assert.equal(frames.filter(([, , , event]) => event === 'postgres_changes').length, 1)
    socket.close()
  })
})

describe('files', () => {
  const bucket = 'consultation-audio'
  const place = (name) => `/storage/v1/object/${bucket}/${anna.user.id}/${name}`

  test('are answered with the names that clients read', async () => {
    const form = new FormData()
    form.append('cacheControl', '60')
    form.append('', new Blob(['0123456789'], { type: 'audio/webm' }))
    const uploaded = await ask(place('a.webm'), { method: 'POST', body: form })
    assert.equal(uploaded.status, 200, uploaded.text)
    assert.deepEqual(Object.keys(uploaded.json).sort(), ['Id', 'Key'])
    const download = await ask(place('a.webm'))
    for (const [name, value] of [['content-type', 'audio/webm'], ['content-length', '10'], ['accept-ranges', 'bytes'], ['cache-control', /60/]]) {
      assert.match(download.headers.get(name), new RegExp(value.source ?? value), name)
    }
    assert.ok(download.headers.get('etag') && download.headers.get('last-modified'))
    const info = await ask(`/storage/v1/object/info/${bucket}/${anna.user.id}/a.webm`)
    for (const key of ['id', 'name', 'version', 'bucket_id', 'size', 'content_type', 'cache_control', 'etag', 'metadata', 'last_modified', 'created_at'])
      assert.ok(key in info.json, key)
    const signed = await ask(`/storage/v1/object/sign/${bucket}/${anna.user.id}/a.webm`, { method: 'POST', ...jsonBody({ expiresIn: 60 }) })
    assert.ok(signed.json.signedURL.startsWith(`/object/sign/${bucket}/${anna.user.id}/a.webm?token=`))
  })

  for (const [what, path, options, status, code] of [
    ['what is not there', 'none.webm', {}, 404, 'NoSuchKey'],
    ['a place outside of the own folder', '../../x.webm', { method: 'POST', body: 'x', headers: { 'content-type': 'audio/webm' } }, undefined, undefined],
    ['a name with a backslash', 'a%5Cb', { method: 'POST', body: 'x', headers: { 'content-type': 'audio/webm' } }, 400, 'InvalidKey'],
    ['a file that is there', 'a.webm', { method: 'POST', body: 'x', headers: { 'content-type': 'audio/webm' } }, 409, 'ResourceAlreadyExists'],
    ['a page', 'a.html', { method: 'POST', body: '<p>', headers: { 'content-type': 'text/html' } }, 415, 'InvalidMimeType'],
    ['a part that is not there', 'a.webm', { headers: { range: 'bytes=10-' } }, 416, 'InvalidRange'],
  ]) {
    test(`refuse ${what}`, async () => {
      const answer = await ask(place(path), options)
      if (status) assert.equal(answer.status, status, answer.text)
      assert.ok(answer.status >= 400 && answer.status < 500)
      if (code) assert.deepEqual([answer.json.code, answer.json.statusCode], [code, String(status)])
    })
  }

  test('TUS says its version everywhere and refuses another', async () => {
    const options = await ask('/storage/v1/upload/resumable', { method: 'OPTIONS', key: false })
    assert.equal(options.status, 204)
    for (const name of ['tus-version', 'tus-extension', 'tus-max-size', 'tus-resumable']) assert.ok(options.headers.get(name), name)
    for (const extension of ['creation', 'creation-with-upload', 'creation-defer-length', 'termination', 'expiration'])
      assert.ok(options.headers.get('tus-extension').split(',').includes(extension), extension)
    for (const headers of [{}, { 'tus-resumable': '0.2.2' }]) {
      const other = await ask('/storage/v1/upload/resumable', { method: 'POST', headers })
      assert.deepEqual([other.status, other.headers.get('tus-resumable')], [412, '1.0.0'])
    }
  })

  test('TUS refuses pieces that do not fit', async () => {
    const encode = (values) => Object.entries(values).map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`).join(',')
    const tus = { 'tus-resumable': '1.0.0' }
    const metadata = encode({ bucketName: bucket, objectName: `${anna.user.id}/t.webm`, contentType: 'audio/webm' })
    const created = await ask('/storage/v1/upload/resumable', { method: 'POST', headers: { ...tus, 'upload-length': '4', 'upload-metadata': metadata } })
    assert.equal(created.status, 201, created.text)
    assert.ok(created.headers.get('upload-expires'))
    const location = new URL(created.headers.get('location'), scriba.url).pathname
    const patch = (headers, body) => ask(location, { method: 'PATCH', body, headers: { ...tus, 'content-type': 'application/offset+octet-stream', ...headers } })
    assert.equal((await patch({ 'upload-offset': '1' }, 'ab')).status, 409)
    assert.equal((await patch({ 'upload-offset': '0', 'content-type': 'text/plain' }, 'ab')).status, 415)
    assert.equal((await patch({ 'upload-offset': '0' }, 'abcdef')).status, 413)
    const half = await patch({ 'upload-offset': '0' }, 'ab')
    assert.deepEqual([half.status, half.headers.get('upload-offset')], [204, '2'])
    const head = await ask(location, { method: 'HEAD', headers: tus })
    assert.deepEqual([head.status, head.headers.get('upload-offset'), head.headers.get('cache-control')], [200, '2', 'no-store'])
    assert.equal((await ask(location, { method: 'HEAD', headers: { ...tus, authorization: `Bearer ${scriba.key}` } })).status, 401)
    assert.equal((await ask(location, { method: 'DELETE', headers: tus })).status, 204)
    assert.ok([404, 410].includes((await ask(location, { method: 'HEAD', headers: tus })).status))
  })
})
