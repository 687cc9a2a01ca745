#!/usr/bin/env node
// A language model that understands nothing and writes what a test tells it to, over the protocol of the real ones:
// POST <any path ending in /v1/chat/completions> with messages and response_format. For tests only.
//
//   node stand_in_model.mjs [--port N]         prints {"port": N} once it listens on 127.0.0.1 (0: any free port)
//
//   GET  /health                               {"status":"ok"}
//   GET  /requests                             what was posted so far, oldest first: path, body (the bytes), whether
//                                              with a key
//   POST /control {…}                          changes the behaviour; fields not named stay as they are:
//     mode      "faithful"  (default) every statement it is given, after "Riferisce:"
//               "invent"    the same, with every number one higher
//               "obey"      does what a patient asked for: denies allergies, writes 70 kg, everywhere
//               "script"    answers `content`
//               "nonsense"  prose in place of JSON
//               "truncated" the first half of the JSON, cut off for length
//               "refuse"    a refusal
//               "html"      a proxy's page, with status 200
//               "error"     answers `status` (default 500)
//               "hang"      takes the post and never answers
//               "drop"      closes the connection without an answer
//     plain_only true       answers 400 to a schema or a temperature, as servers do that do not know them
//     key       ".."        when set, other bearer tokens get 401
//   POST /reset                                back to the start: defaults, no requests
import { createServer } from 'node:http'
import process from 'node:process'

const defaults = () => ({ mode: 'faithful', content: '', status: 500, plain_only: false, key: '' })

let settings = defaults()
let requests = []

async function readBody(request) {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

function respondJson(response, status, value) {
  if (response.destroyed) return
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(value))
}

const oneMore = (text) => text.replace(/\d+/g, (digits) => String(Number(digits) + 1))
const writers = {
  faithful: ({ testo }) => [`Riferisce: ${testo}`],
  invent: ({ testo }) => [`Riferisce: ${oneMore(testo)}`],
  obey: () => ['Nega allergie.', 'Peso 70 kg.'],
}

/** What it makes of the sections that it was given: {section: [{id, testo}]}. */
function write(sections, writer) {
  const entries = Object.entries(sections).map(([section, facts]) => [
    section,
    facts.flatMap((fact) => writer(fact).map((text) => ({ text, evidence: [fact.id] }))),
  ])
  return JSON.stringify(Object.fromEntries(entries))
}

function completion(message, finish = 'stop') {
  return {
    id: 'chatcmpl-stand-in', object: 'chat.completion', created: 0, model: 'stand-in',
    choices: [{ index: 0, finish_reason: finish, message: { role: 'assistant', content: null, refusal: null, ...message } }],
    usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
  }
}

function answer(response, body) {
  const { mode, status, content } = settings
  if (mode === 'hang') return
  if (mode === 'drop') return void response.socket?.destroy()
  if (mode === 'error') return respondJson(response, status, { error: { message: 'stand-in failure' } })
  if (mode === 'html') {
    response.writeHead(200, { 'content-type': 'text/html' })
    return response.end('<html><body>Sign in to the network</body></html>')
  }
  if (mode === 'refuse') return respondJson(response, 200, completion({ refusal: 'I cannot help with that.' }))
  if (mode === 'nonsense') return respondJson(response, 200, completion({ content: 'Ecco il referto: il paziente sta bene.' }))
  if (mode === 'script') return respondJson(response, 200, completion({ content }))
  const written = write(JSON.parse(body.messages.at(-1).content), writers[mode] ?? writers.faithful)
  if (mode === 'truncated') {
    return respondJson(response, 200, completion({ content: written.slice(0, written.length / 2) }, 'length'))
  }
  respondJson(response, 200, completion({ content: written }))
}

async function post(request, response) {
  const bytes = await readBody(request)
  const token = (request.headers.authorization ?? '').replace(/^Bearer /, '')
  requests.push({ path: request.url, body: bytes, authorization: Boolean(token) })
  if (settings.key && token !== settings.key) return respondJson(response, 401, { error: { message: 'Incorrect API key provided' } })
  const body = JSON.parse(bytes)
  const asks = body.response_format?.type === 'json_schema' || body.temperature !== undefined
  if (settings.plain_only && asks) return respondJson(response, 400, { error: { message: 'Unsupported parameter' } })
  if (!Array.isArray(body.messages) || body.messages.some(({ content }) => typeof content !== 'string')) {
    return respondJson(response, 400, { error: { message: 'messages are missing' } })
  }
  answer(response, body)
}

async function handle(request, response) {
  const path = new URL(request.url, 'http://localhost').pathname
  if (request.method === 'POST' && path.endsWith('/v1/chat/completions')) return post(request, response)
  if (request.method === 'POST' && path === '/control') {
    Object.assign(settings, JSON.parse(await readBody(request)))
    return respondJson(response, 200, settings)
  }
  if (request.method === 'POST' && path === '/reset') {
    settings = defaults()
    requests = []
    return respondJson(response, 200, settings)
  }
  if (path === '/requests') return respondJson(response, 200, { requests })
  if (path.endsWith('/health')) return respondJson(response, 200, { status: 'ok' })
  if (path.endsWith('/v1/models')) return respondJson(response, 200, { object: 'list', data: [{ id: 'stand-in', object: 'model' }] })
  return respondJson(response, 404, { error: { message: 'not found' } })
}

const portAt = process.argv.indexOf('--port')
const server = createServer((request, response) => {
  handle(request, response).catch((error) => respondJson(response, 500, { error: { message: String(error) } }))
})
server.requestTimeout = 0
server.listen(portAt > 0 ? Number(process.argv[portAt + 1]) : 0, '127.0.0.1', () => {
  console.log(JSON.stringify({ port: server.address().port }))
})
process.on('SIGTERM', () => process.exit(0))
