// A browser that records: the resumable upload of a file whose length is not known yet, piece by piece.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

// A socket for each request under way, kept for the next: hundreds of browsers in one process.
const agent = new Agent({ keepAlive: true })

const send = (url, method, headers, body) =>
  new Promise((done, fail) => {
    const outgoing = request(url, { method, headers: { ...headers, 'content-length': body?.length ?? 0 }, agent }, (answer) => {
      answer.resume().once('end', () => done({ status: answer.statusCode, headers: answer.headers }))
    })
    outgoing.once('error', fail).end(body)
  })

const expect = (status, answer) => {
  if (answer.status !== status) throw new Error(`the upload was answered ${answer.status}`)
}

/** Tries until the server is there to answer. What it answers must be right all the same. */
export async function patiently(step) {
  for (;;) {
    try {
      return await step()
    } catch (failure) {
      if (failure instanceof assert.AssertionError) throw failure
      await pause(30)
    }
  }
}

export class Recorder {
  offset = 0
  id = randomUUID()

  constructor(scriba, doctor, patient) {
    this.site = scriba.url.replace('localhost', '127.0.0.1')
    this.headers = { authorization: `Bearer ${doctor.session.access_token}`, apikey: scriba.key, 'tus-resumable': '1.0.0' }
    this.metadata = {
      bucketName: 'consultation-audio',
      objectName: `${doctor.user.id}/x`,
      contentType: 'audio/webm',
      metadata: JSON.stringify({ recording_id: this.id, patient_id: patient.id, gdpr_consent: true, consent_version: '1', source: 'recording' }),
    }
  }

  /** Sends until the server has a moment for it, as browsers do. */
  async sendPatiently(url, method, headers, body) {
    for (let tries = 1; ; ++tries) {
      const answer = await send(url, method, headers, body)
      if (answer.status !== 503 || tries === 10) return answer
      await pause(1000)
    }
  }

  async start() {
    const encoded = Object.entries(this.metadata).map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    const headers = { ...this.headers, 'upload-defer-length': '1', 'upload-metadata': encoded.join(',') }
    const created = await this.sendPatiently(`${this.site}/storage/v1/upload/resumable`, 'POST', headers)
    expect(201, created)
    this.location = new URL(created.headers.location, this.site)
  }

  /** Talks to another node of the same installation from now on, as behind a proxy. */
  turnTo(node) {
    this.site = node.url.replace('localhost', '127.0.0.1')
    this.location = new URL(this.location.pathname, this.site)
  }

  /** How many bytes the server has, and whether it knows that these are all. */
  async ask() {
    const answer = await this.sendPatiently(this.location, 'HEAD', this.headers)
    expect(200, answer)
    return { offset: Number(answer.headers['upload-offset']), isComplete: answer.headers['upload-offset'] === answer.headers['upload-length'] }
  }

  /** Adds a piece; the last one says how long the recording is. */
  async append(bytes, { isLast = false } = {}) {
    const length = isLast ? { 'upload-length': String(this.offset + bytes.length) } : {}
    const headers = { ...this.headers, ...length, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(this.offset) }
    expect(204, await this.sendPatiently(this.location, 'PATCH', headers, bytes))
    this.offset += bytes.length
  }

  /** Has the server keep `bytes` up to `end`, however often it dies meanwhile: asks what has arrived and goes on from there. */
  async catchUp(bytes, end, { isLast = false } = {}) {
    const acknowledged = this.offset
    await patiently(async () => {
      const kept = await this.ask()
      assert.ok(kept.offset >= acknowledged, `acknowledged ${acknowledged} bytes, kept ${kept.offset}`)
      this.offset = kept.offset
      if (isLast ? !kept.isComplete : kept.offset < end) await this.append(bytes.subarray(kept.offset, end), { isLast })
    })
  }
}
