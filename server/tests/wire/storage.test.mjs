// Every storage call of the public client, and resumable upload by tus-js-client, against the real program.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Upload } from 'tus-js-client'
import { install } from './harness.mjs'

const bucket = 'consultation-audio'
let scriba, anna, bruno
let names = 0
const freshName = (owner = anna) => `${owner.user.id}/file-${++names}.webm`
const sound = (text) => new Blob([text], { type: 'audio/webm' })

before(async () => {
  scriba = await install()
  anna = await scriba.signUp('anna@example.com')
  bruno = await scriba.signUp('bruno@example.com')
})
after(() => scriba.remove())

const files = (doctor = anna) => doctor.client.storage.from(bucket)
const put = async (name, text = '0123456789') => {
  const { error } = await files().upload(name, sound(text))
  assert.equal(error, null)
}

describe('objects', () => {
  test('come back as they were uploaded, from a Blob and from bytes', async () => {
    const name = freshName()
    const { data, error } = await files().upload(name, sound('ciao'), { cacheControl: '60', metadata: { visita: 1 } })
    assert.equal(error, null)
    assert.equal(data.path, name)
    assert.equal(data.fullPath, `${bucket}/${name}`)
    const download = await files().download(name)
    assert.equal(await download.data.text(), 'ciao')
    assert.equal(download.data.type, 'audio/webm')
    const raw = freshName()
    const bytes = new Uint8Array([0, 1, 2, 255])
    assert.equal((await files().upload(raw, bytes, { contentType: 'audio/ogg' })).error, null)
    assert.deepEqual(new Uint8Array(await (await files().download(raw)).data.arrayBuffer()), bytes)
  })

  test('are not replaced unless asked', async () => {
    const name = freshName()
    await put(name, 'old')
    const refused = await files().upload(name, sound('new'))
    assert.equal(refused.error.statusCode, '409')
    assert.equal((await files().upload(name, sound('new'), { upsert: true })).error, null)
    assert.equal((await files().update(name, sound('newer'))).error, null)
    assert.equal(await (await files().download(name)).data.text(), 'newer')
  })

  test('send the part that a player asks for', async () => {
    const name = freshName()
    await put(name)
    const { data } = await files().createSignedUrl(name, 60)
    const part = await fetch(data.signedUrl, { headers: { range: 'bytes=3-5' } })
    assert.equal(part.status, 206)
    assert.equal(part.headers.get('content-range'), 'bytes 3-5/10')
    assert.equal(await part.text(), '345')
    const beyond = await fetch(data.signedUrl, { headers: { range: 'bytes=10-' } })
    assert.equal(beyond.status, 416)
    const head = await fetch(data.signedUrl, { method: 'HEAD' })
    assert.equal(head.headers.get('content-length'), '10')
    // The player may stand on another origin's page.
    assert.equal(part.headers.get('cross-origin-resource-policy'), 'cross-origin')
  })

  test('are refused by their size before they have come', async () => {
    const small = await install({ SCRIBA_MAX_UPLOAD_BYTES: '1000000' })
    try {
      const doctor = await small.signUp('dora@example.com')
      const store = doctor.client.storage.from(bucket)
      for (const bytes of [1_000_001, 20_000_000]) {
        const { error } = await store.upload(`${doctor.user.id}/large.webm`, sound('x'.repeat(bytes)))
        assert.deepEqual([error.status, error.statusCode, error.message], [413, '413', 'The object exceeded the maximum allowed size'])
      }
      assert.equal((await store.upload(`${doctor.user.id}/small.webm`, sound('x'))).error, null)
    } finally {
      await small.remove()
    }
  })

  test('open through signed addresses without a key, for their own path only', async () => {
    const name = `${anna.user.id}/Nicolò e l'audio ${++names}.webm`
    await put(name, 'ciao')
    const { data, error } = await files().createSignedUrl(name, 60, { download: 'visita.webm' })
    assert.equal(error, null)
    const answer = await fetch(data.signedUrl)
    assert.equal(answer.status, 200)
    assert.match(answer.headers.get('content-disposition'), /visita\.webm/)
    assert.equal(await answer.text(), 'ciao')
    assert.equal((await fetch(data.signedUrl.replace('token=', 'token=9'))).status, 401)
    const several = await files().createSignedUrls([name, freshName()], 60)
    assert.equal(several.data[0].error, null)
    assert.ok(several.data[1].error)
  })

  test('can be uploaded through a signed address', async () => {
    const name = freshName()
    const { data, error } = await files().createSignedUploadUrl(name)
    assert.equal(error, null)
    const sent = await scriba.client().storage.from(bucket).uploadToSignedUrl(name, data.token, sound('ciao'))
    assert.equal(sent.error, null)
    assert.equal(await (await files().download(name)).data.text(), 'ciao')
  })

  test('are replaced through a signed address that was made for it, and through no other', async () => {
    const name = freshName()
    await put(name)
    const once = await files().createSignedUploadUrl(name)
    const visitor = scriba.client().storage.from(bucket)
    const kept = await visitor.uploadToSignedUrl(name, once.data.token, sound('altro'), { upsert: true })
    assert.equal(kept.error.statusCode, '409')
    const replacing = await files().createSignedUploadUrl(name, { upsert: true })
    assert.equal((await visitor.uploadToSignedUrl(name, replacing.data.token, sound('nuovo'))).error, null)
    assert.equal(await (await files().download(name)).data.text(), 'nuovo')
  })

  // The database's own words name the values that stood in the way.
  test('are refused without a word of their names in the log', async () => {
    const [from, onto] = [freshName(), `${anna.user.id}/celiachia-di-maria.webm`]
    await put(from)
    await put(onto)
    assert.ok((await files().move(from, onto)).error)
    assert.ok(!scriba.log.includes('celiachia'))
  })

  test('are listed, described, moved, copied and removed', async () => {
    const folder = `${anna.user.id}/folder-${++names}`
    await put(`${folder}/b.webm`)
    await put(`${folder}/a.webm`)
    await put(`${folder}/deeper/c.webm`)
    const { data: entries } = await files().list(folder, { sortBy: { column: 'name', order: 'asc' } })
    assert.deepEqual(entries.map(({ name }) => name), ['a.webm', 'b.webm', 'deeper'])
    assert.equal(entries[2].id, null)
    assert.equal(entries[0].metadata.size, 10)
    assert.equal((await files().info(`${folder}/a.webm`)).data.size, 10)
    assert.equal((await files().exists(`${folder}/a.webm`)).data, true)
    assert.equal((await files().exists(`${folder}/none.webm`)).data, false)
    assert.equal((await files().copy(`${folder}/a.webm`, `${folder}/copy.webm`)).error, null)
    assert.equal((await files().move(`${folder}/a.webm`, `${folder}/moved.webm`)).error, null)
    assert.equal(await (await files().download(`${folder}/moved.webm`)).data.text(), '0123456789')
    const removed = await files().remove([`${folder}/copy.webm`, `${folder}/none.webm`, freshName(bruno)])
    assert.equal(removed.data.length, 1)
  })

  test('of another doctor do not exist, and nobody writes outside of their folder', async () => {
    const name = freshName()
    await put(name)
    assert.equal((await files(bruno).download(name)).error.status ?? 404, 404)
    assert.equal((await files(bruno).createSignedUrl(name, 60)).error.statusCode, '404')
    assert.deepEqual((await files(bruno).list(anna.user.id)).data, [])
    assert.deepEqual((await files(bruno).remove([name])).data, [])
    assert.equal((await files(bruno).upload(freshName(), sound('x'))).error.statusCode, '403')
    assert.ok((await scriba.client().storage.from(bucket).download(name)).error)
    assert.equal(await (await files().download(name)).data.text(), '0123456789')
  })

  test('are sound, of a bounded size, in the one bucket', async () => {
    const html = await files().upload(freshName(), new Blob(['<p>'], { type: 'text/html' }))
    assert.equal(html.error.statusCode, '415')
    const other = await anna.client.storage.from('other').upload(freshName(), sound('x'))
    assert.equal(other.error.statusCode, '404')
    assert.equal((await anna.client.storage.listBuckets()).data[0].id, bucket)
    assert.equal((await anna.client.storage.createBucket('mine')).error.statusCode, '403')
  })
})

describe('resumable upload', () => {
  const send = (file, options, doctor = anna) =>
    new Promise((done, fail) => {
      const { metadata, headers, ...rest } = options
      const upload = new Upload(file, {
        endpoint: `${scriba.url}/storage/v1/upload/resumable`,
        headers: { authorization: `Bearer ${doctor.session.access_token}`, apikey: scriba.key, ...headers },
        metadata: { bucketName: bucket, contentType: 'audio/webm', cacheControl: '3600', ...metadata },
        retryDelays: null,
        ...rest,
        onError: fail,
        onSuccess: () => done(upload),
      })
      upload.start()
    })

  const tus = (doctor = anna) => ({ authorization: `Bearer ${doctor.session.access_token}`, apikey: scriba.key, 'tus-resumable': '1.0.0' })

  const create = async (objectName, length) => {
    const metadata = Object.entries({ bucketName: bucket, objectName, contentType: 'audio/webm' })
    const created = await fetch(`${scriba.url}/storage/v1/upload/resumable`, {
      method: 'POST',
      headers: {
        ...tus(),
        'upload-length': String(length),
        'upload-metadata': metadata.map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`).join(','),
      },
    })
    assert.equal(created.status, 201)
    return new URL(created.headers.get('location'), scriba.url)
  }

  for (const [words, options] of [
    ['in one piece', {}],
    ['with the creation', { uploadDataDuringCreation: true }],
    ['in pieces of any size', { chunkSize: 1000 }],
    ['with its length deferred', { chunkSize: 1000, uploadLengthDeferred: true }],
    ['with its length deferred, ending on a full piece', { chunkSize: 2500, uploadLengthDeferred: true }],
    ['by POST in disguise', { chunkSize: 5000, overridePatchMethod: true }],
  ]) {
    test(`works ${words}`, async () => {
      const name = freshName()
      const content = Buffer.from(Array.from({ length: 10_000 }, (_, i) => i % 251))
      await send(content, { metadata: { objectName: name }, ...options })
      const { data } = await files().download(name)
      assert.deepEqual(Buffer.from(await data.arrayBuffer()), content)
    })
  }

  test('goes on where the disk ends, after the server was killed', async () => {
    const name = freshName()
    const content = Buffer.from(Array.from({ length: 100_000 }, (_, i) => i % 251))
    let address
    await assert.rejects(
      send(content, {
        metadata: { objectName: name },
        chunkSize: 5000,
        onChunkComplete: (_size, accepted) => {
          if (accepted === 50_000) scriba.child.kill('SIGKILL')
        },
        onAfterResponse: (_request, response) => {
          const location = response.getHeader('Location')
          if (location) address = new URL(location, scriba.url).href
        },
      }),
    )
    await scriba.ended
    await scriba.start()
    const offsets = []
    await send(content, { uploadUrl: address, metadata: { objectName: name }, chunkSize: 5000, onChunkComplete: (size) => offsets.push(size) })
    assert.ok(offsets.length <= 10, 'nothing that was acknowledged is sent again')
    const { data } = await files().download(name)
    assert.deepEqual(Buffer.from(await data.arrayBuffer()), content)
  })

  /** Sends the head of a PATCH that promises `promised` bytes, a part of them, and goes away. */
  const breakOff = async (location, promised, part, reset) => {
    const socket = connect(Number(location.port), '127.0.0.1')
    await once(socket, 'connect')
    socket.write(
      `PATCH ${location.pathname} HTTP/1.1\r\nhost: ${location.host}\r\napikey: ${scriba.key}\r\n` +
        `authorization: Bearer ${anna.session.access_token}\r\ntus-resumable: 1.0.0\r\nupload-offset: 0\r\n` +
        `content-type: Application/Offset+Octet-Stream; v=1\r\ncontent-length: ${promised}\r\n\r\n`,
    )
    for (let at = 0; at < part.length; at += 1000) {
      socket.write(part.subarray(at, at + 1000))
      await pause(10)
    }
    if (reset) socket.resetAndDestroy()
    else socket.destroy()
  }

  for (const [words, reset] of [['ends', false], ['is reset', true]]) {
    test(`keeps what came of a piece whose connection ${words}`, async () => {
      const name = freshName()
      const content = Buffer.from(Array.from({ length: 10_000 }, (_, i) => i % 251))
      const location = await create(name, content.length)
      await breakOff(location, content.length, content.subarray(0, 6000), reset)
      let offset = 0
      for (let tries = 0; tries < 100 && offset === 0; ++tries) {
        await pause(20)
        offset = Number((await fetch(location, { method: 'HEAD', headers: tus() })).headers.get('upload-offset'))
      }
      assert.ok(offset > 0 && offset <= 6000, `offset ${offset}`)
      await send(content, { uploadUrl: location.href, metadata: { objectName: name } })
      const { data } = await files().download(name)
      assert.deepEqual(Buffer.from(await data.arrayBuffer()), content)
    })
  }

  test('is refused before the first byte where it would not be kept', async () => {
    await assert.rejects(send(Buffer.from('x'), { metadata: { objectName: freshName(bruno) } }), /403/)
    await assert.rejects(send(Buffer.from('x'), { metadata: { objectName: freshName(), contentType: 'text/html' } }), /415/)
    await assert.rejects(
      send(Buffer.from('x'), { metadata: { objectName: freshName() }, headers: { authorization: `Bearer ${scriba.key}` } }),
      /401/,
    )
  })

  test('is refused where the account keeps as much as it may, and so is a whole file', async () => {
    const small = await install({ SCRIBA_STORAGE_QUOTA_BYTES: '1000' })
    try {
      const doctor = await small.signUp('carla@example.com')
      const at = (name) => `${doctor.user.id}/${name}`
      const store = doctor.client.storage.from(bucket)
      assert.equal((await store.upload(at('a.webm'), sound('x'.repeat(900)))).error, null)
      const whole = await store.upload(at('b.webm'), sound('x'.repeat(101)))
      assert.deepEqual([whole.error.status, whole.error.statusCode], [413, '413'])
      const created = await new Promise((done) => {
        const upload = new Upload(Buffer.alloc(101), {
          endpoint: `${small.url}/storage/v1/upload/resumable`,
          headers: { authorization: `Bearer ${doctor.session.access_token}`, apikey: small.key },
          metadata: { bucketName: bucket, objectName: at('c.webm'), contentType: 'audio/webm' },
          retryDelays: null,
          onError: ({ originalResponse }) => done(originalResponse),
          onSuccess: () => done(undefined),
        })
        upload.start()
      })
      assert.equal(created.getStatus(), 413)
      assert.equal(JSON.parse(created.getBody()).code, 'storage_quota_exceeded')
      assert.deepEqual((await store.list(doctor.user.id)).data.map(({ name }) => name), ['a.webm'])
      assert.equal((await store.remove([at('a.webm')])).error, null)
      assert.equal((await store.upload(at('b.webm'), sound('x'.repeat(101)))).error, null)
    } finally {
      await small.remove()
    }
  })

  test('can be taken back', async () => {
    const location = await create(freshName(), 5)
    const head = await fetch(location, { method: 'HEAD', headers: tus() })
    assert.equal(head.headers.get('upload-offset'), '0')
    assert.equal((await fetch(location, { method: 'HEAD', headers: tus(bruno) })).status, 404)
    assert.equal((await fetch(location, { method: 'DELETE', headers: tus() })).status, 204)
    assert.equal((await fetch(location, { method: 'HEAD', headers: tus() })).status, 404)
  })
})
