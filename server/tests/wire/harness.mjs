// Starts the real program on a free port with a fresh data folder, and gives clients to talk to it with.
import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createClient } from '@supabase/supabase-js'
import WebSocket from 'ws'

const root = resolve(import.meta.dirname, '../../..')
const program = process.env.SCRIBA_PROGRAM ?? join(root, 'build/scriba')

export const password = 'Segreta1'

export const freePort = () =>
  new Promise((done, fail) => {
    const probe = createServer()
    probe.once('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => done(port))
    })
  })

/** Runs the program once to its end, with something on its standard input. */
export const runOnce = (args, environment, input = '') =>
  new Promise((done, fail) => {
    const child = spawn(program, args, { env: { ...process.env, ...environment } })
    let output = ''
    child.stdout.on('data', (bytes) => (output += bytes))
    child.stderr.on('data', (bytes) => (output += bytes))
    child.once('error', fail)
    child.once('close', (code) => done({ code, output }))
    child.stdin.end(input)
  })

/** One installation: `settings` are environment variables of the program, such as SCRIBA_AUTOCONFIRM. */
export class Installation {
  constructor(dataDir, port, settings) {
    this.dataDir = dataDir
    this.url = `http://localhost:${port}`
    this.environment = {
      SCRIBA_HOST: '127.0.0.1',
      SCRIBA_PORT: String(port),
      SCRIBA_PUBLIC_URL: this.url,
      SCRIBA_DATA_DIR: dataDir,
      SCRIBA_RATE_LIMITS: 'off',
      SCRIBA_LOG_LEVEL: 'warning',
      ...settings,
    }
    this.log = ''
    this.seenMails = new Set()
  }

  async start() {
    this.child = spawn(program, ['serve'], { env: { ...process.env, ...this.environment }, stdio: ['ignore', 'pipe', 'pipe'] })
    this.child.stdout.on('data', (bytes) => (this.log += bytes))
    this.child.stderr.on('data', (bytes) => (this.log += bytes))
    this.ended = new Promise((done) => this.child.once('close', done))
    for (let tries = 0; tries < 1200; ++tries) {
      if (this.child.exitCode !== null) throw new Error(`the program ended: ${this.log}`)
      const answer = await fetch(`${this.url}/config.json`).catch(() => undefined)
      if (answer?.ok) {
        this.key = (await answer.json()).anonKey
        return this
      }
      await pause(50)
    }
    throw new Error(`the program does not answer: ${this.log}`)
  }

  /** Ends the program; the data stay. */
  async stop(signal = 'SIGTERM') {
    this.child.kill(signal)
    await this.ended
  }

  async remove() {
    await this.stop()
    await rm(this.dataDir, { recursive: true, force: true })
  }

  /** A client without a session. */
  client(options = {}, key = this.key) {
    return createClient(this.url, key, {
      ...options,
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false, ...options.auth },
      realtime: { transport: WebSocket, ...options.realtime },
    })
  }

  /** The operator's client. */
  async serviceClient() {
    return this.client({}, (await readFile(join(this.dataDir, 'service.key'), 'utf8')).trim())
  }

  /** A signed-in doctor with a client of their own. */
  async signUp(email) {
    const client = this.client()
    const { data, error } = await client.auth.signUp({ email, password, options: { data: { full_name: 'Anna Verdi' } } })
    if (error) throw error
    return { client, user: data.user, session: data.session, email }
  }

  /** A signed-in person with a role that only an operator gives. */
  async signUpWithRole(email, role) {
    await runOnce(['user', 'add', '--email', email, '--password-stdin', '--role', role], this.environment, `${password}\n`)
    const client = this.client()
    const { data, error } = await client.auth.signInWithPassword({ email, password })
    if (error) throw error
    return { client, user: data.user, session: data.session, email }
  }

  /** The mails in the outbox, oldest first: `{name, to, text}`. */
  async mails() {
    const folder = join(this.dataDir, 'outbox')
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()
    return Promise.all(
      names.map(async (name) => {
        const message = await readFile(join(folder, name), 'utf8')
        const [, plain] = message.split('Content-Type: text/plain')
        const encoded = plain.split('\r\n\r\n')[1].split('\r\n--')[0]
        return { name, to: /^To: <(.*)>/m.exec(message)[1], text: Buffer.from(encoded, 'base64').toString('utf8') }
      }),
    )
  }

  /**
   * The mail to an address that was not read before, once it is there: its text, link and six-digit code. A test reads each
   * before it asks for another: which of two came first says nothing of which is good.
   */
  async mailTo(email) {
    let unread = []
    for (let tries = 0; unread.length === 0; ++tries) {
      if (tries === 400) throw new Error(`no mail to ${email}`)
      if (tries > 0) await pause(50)
      unread = (await this.mails()).filter(({ name, to }) => to === email && !this.seenMails.has(name))
    }
    if (unread.length > 1) throw new Error(`${unread.length} mails to ${email}: which is meant?`)
    const [mail] = unread
    this.seenMails.add(mail.name)
    return {
      text: mail.text,
      link: /https?:\/\/\S*\/auth\/v1\/verify\?\S*/.exec(mail.text)?.[0],
      code: /(?<![\w-])\d{6}(?![\w-])/.exec(mail.text)?.[0],
    }
  }

  /** Opens a mail's link as a browser does, without following it; answers where it leads. */
  async open(link) {
    const answer = await fetch(link, { redirect: 'manual' })
    return new URL(answer.headers.get('location'))
  }
}

/** A database of its own on the server that scripts/with-postgres.sh started; nothing when the tests run on SQLite. */
export async function ownDatabase() {
  const server = process.env.SCRIBA_TEST_DATABASE_URL
  if (!server) return {}
  const name = `scriba_wire_${randomBytes(8).toString('hex')}`
  await promisify(execFile)('psql', [server, '-qc', `CREATE DATABASE ${name}`])
  return { SCRIBA_DATABASE_URL: server.replace(/[^/]*$/, name) }
}

export async function install(settings = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'scriba-wire-'))
  const database = await ownDatabase()
  return new Installation(dataDir, await freePort(), { ...database, ...settings }).start()
}
