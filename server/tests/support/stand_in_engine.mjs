#!/usr/bin/env node
// A speech engine that hears nothing and says what a test tells it to, over the protocol of the real ones:
// POST <any path ending in /v1/audio/transcriptions>, multipart with file, model, language, prompt, temperature,
// response_format (json, text, verbose_json). For tests only.
//
//   node stand_in_engine.mjs [--port N] [--until-stdin-ends]
//     prints {"port": N} once it listens on 127.0.0.1 (0: any free port); with the second flag it ends when its standard
//     input does, that is, with whoever started it
//
//   GET  /health                               {"status":"ok"}
//   GET  /requests                             what was posted so far, oldest first: fields, seconds of sound, time
//   POST /control {…}                          changes the behaviour; fields not named stay as they are:
//     mode      "script"  (default) one text per post, in the order of arrival; after the last, `fallback`
//               "echo"    an Italian sentence that begins with the seconds of the piece
//               "error"   answers `status` (default 500) with `body`
//               "hang"    takes the post and never answers
//               "hold"    takes the post and answers, as the mode is then, once it is another
//               "drop"    closes the connection without an answer
//     texts     [..]      for "script"; an entry is a text, or {"segments":[{"start","end","text","avg_logprob",
//                         "no_speech_prob"}]}, or {"status":500,"body":".."} for that one post
//     fallback  ".."      text when the script is at its end (default "")
//     delay_ms  N         before each answer; real_time_factor X: beside it, X times the length of the sound
//     fail_first N        the next N posts get status 500, then the mode goes on
//     serial    true      one post at a time, as whisper-server does (default true)
//     key       ".."      when set, other bearer tokens get 401
//   POST /crash                                ends the process at once
//   POST /reset                                back to the start: defaults, no requests
import { createServer } from 'node:http'
import process from 'node:process'

const defaults = () => ({
  mode: 'script', texts: [], fallback: '', delay_ms: 0, real_time_factor: 0, fail_first: 0, serial: true,
  status: 500, body: 'stand-in failure', key: '',
})

let settings = defaults()
let requests = []
let underWay = 0
let mostUnderWay = 0
let last = Promise.resolve()

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

async function readBody(request) {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Splits a multipart body into its parts: name → {filename, bytes}. */
function parseMultipart(contentType, body) {
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType ?? '')?.[1]
  if (!boundary) return null
  const parts = new Map()
  const mark = Buffer.from(`--${boundary}`)
  let at = body.indexOf(mark)
  while (at >= 0) {
    const next = body.indexOf(mark, at + mark.length)
    if (next < 0) break
    const part = body.subarray(at + mark.length + 2, next - 2)
    const gap = part.indexOf('\r\n\r\n')
    const head = part.subarray(0, gap).toString('utf8')
    const name = /name="([^"]*)"/i.exec(head)?.[1]
    const filename = /filename="([^"]*)"/i.exec(head)?.[1]
    if (name !== undefined) parts.set(name, { filename, bytes: part.subarray(gap + 4) })
    at = next
  }
  return parts
}

/** Seconds of sound in a mono 16 kHz 16 bit WAV; null when it is none. Real engines answer 400 to anything else. */
function secondsOfWave(bytes) {
  if (bytes.length < 44 || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WAVE') return null
  for (let at = 12; at + 8 <= bytes.length; at += 8 + bytes.readUInt32LE(at + 4)) {
    if (bytes.toString('latin1', at, at + 4) === 'data') return Math.min(bytes.readUInt32LE(at + 4), bytes.length - at - 8) / 32000
  }
  return null
}

function respond(response, status, type, body) {
  if (response.destroyed) return
  response.writeHead(status, { 'content-type': type })
  response.end(body)
}

const respondJson = (response, status, value) => respond(response, status, 'application/json', JSON.stringify(value))

function answerText(response, format, answer, seconds) {
  const segments = (answer.segments ?? [{ start: 0, end: seconds, text: answer.text }])
    .filter((segment) => segment.text !== '')
    .map((segment, id) => ({ id, avg_logprob: -0.2, no_speech_prob: 0.01, temperature: 0, ...segment, text: ` ${segment.text}` }))
  const text = segments.map((segment) => segment.text).join('\n')
  if (format === 'text') return respond(response, 200, 'text/html; charset=utf-8', `${text}\n`)
  if (format === 'verbose_json') {
    return respondJson(response, 200, { task: 'transcribe', language: 'italian', duration: seconds, text, segments })
  }
  return respondJson(response, 200, { text })
}

async function transcribe(response, format, seconds, answer) {
  const { mode, status, body, delay_ms: delay, real_time_factor: factor } = settings
  if (mode === 'hang') return
  if (mode === 'drop') return void response.socket?.destroy()
  await sleep(delay + factor * seconds * 1000)
  if (settings.fail_first > 0) {
    settings.fail_first -= 1
    return respondJson(response, 500, { error: 'stand-in failure' })
  }
  if (mode === 'error') return respond(response, status, 'text/plain', body)
  if (answer.status) return respond(response, answer.status, 'text/plain', answer.body ?? 'stand-in failure')
  answerText(response, format, answer, seconds)
}

function nextAnswer(seconds) {
  if (settings.mode === 'echo') {
    const length = seconds.toFixed(1).replace('.', ',')
    return { text: `Questo pezzo dura ${length} secondi, ma chi scrive non sente niente di quello che il medico e il paziente dicono.` }
  }
  const entry = settings.fail_first > 0 || !settings.texts.length ? settings.fallback : settings.texts.shift()
  return typeof entry === 'string' ? { text: entry } : entry
}

async function post(request, response) {
  const token = (request.headers.authorization ?? '').replace(/^Bearer /, '')
  const parts = parseMultipart(request.headers['content-type'], await readBody(request))
  if (settings.key && token !== settings.key) return respondJson(response, 401, { error: { message: 'Incorrect API key provided' } })
  const file = parts?.get('file')
  const seconds = file ? secondsOfWave(file.bytes) : null
  const fields = Object.fromEntries([...(parts ?? [])].filter(([name]) => name !== 'file').map(([name, part]) => [name, part.bytes.toString('utf8')]))
  requests.push({ path: request.url, fields, filename: file?.filename, seconds, authorization: Boolean(token), at: Date.now() })
  if (seconds === null) return respond(response, 400, 'text/plain', 'Invalid request')

  while (settings.mode === 'hold') await sleep(10)
  const answer = nextAnswer(seconds)
  underWay += 1
  mostUnderWay = Math.max(mostUnderWay, underWay)
  response.on('close', () => { underWay -= 1 })
  const turn = settings.serial && settings.mode !== 'hang' ? last : Promise.resolve()
  const done = turn.then(() => transcribe(response, fields.response_format, seconds, answer))
  last = done.catch(() => {})
  await done
}

async function handle(request, response) {
  const path = new URL(request.url, 'http://localhost').pathname
  if (request.method === 'POST' && path.endsWith('/v1/audio/transcriptions')) return post(request, response)
  if (request.method === 'POST' && path === '/control') {
    Object.assign(settings, JSON.parse((await readBody(request)).toString('utf8')))
    return respondJson(response, 200, settings)
  }
  if (request.method === 'POST' && path.endsWith('/crash')) process.exit(1)
  if (request.method === 'POST' && path === '/reset') {
    settings = defaults()
    requests = []
    mostUnderWay = underWay
    return respondJson(response, 200, settings)
  }
  if (path === '/requests') return respondJson(response, 200, { requests, under_way: underWay, most_under_way: mostUnderWay })
  if (path.endsWith('/health')) return respondJson(response, 200, { status: 'ok' })
  return respondJson(response, 404, { error: 'not found' })
}

const portAt = process.argv.indexOf('--port')
const server = createServer((request, response) => {
  handle(request, response).catch((error) => respondJson(response, 500, { error: String(error) }))
})
server.requestTimeout = 0
server.listen(portAt > 0 ? Number(process.argv[portAt + 1]) : 0, '127.0.0.1', () => {
  console.log(JSON.stringify({ port: server.address().port }))
})
if (process.argv.includes('--until-stdin-ends')) process.stdin.on('end', () => process.exit(0)).resume()
process.on('SIGTERM', () => process.exit(0))
