// What leaves by mail, and what must not stay behind of it; and limits that tell a stranger nothing.
import assert from 'node:assert/strict'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { install, password } from './harness.mjs'
import { startSmtpServer } from './smtp-server.mjs'

const options = { shouldCreateUser: false }

describe('mails', () => {
  let scriba
  before(async () => {
    scriba = await install({ SCRIBA_LOG_LEVEL: 'debug', SCRIBA_AUTOCONFIRM: 'false' })
  })
  after(() => scriba.remove())

  async function messages() {
    const folder = join(scriba.dataDir, 'outbox')
    const names = (await readdir(folder)).filter((name) => name.endsWith('.eml')).sort()
    return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  }
  const part = (message, type) => {
    const [, rest] = message.split(`Content-Type: ${type}`)
    return Buffer.from(rest.split('\r\n\r\n')[1].split('\r\n--')[0], 'base64').toString('utf8')
  }

  test('of every kind are Italian, in plain text and HTML, and their secrets never reach the log', async () => {
    const email = 'anna@example.com'
    await scriba.client().auth.signUp({ email, password })
    await scriba.open((await scriba.mailTo(email)).link)
    await scriba.client().auth.resetPasswordForEmail(email)
    await scriba.client().auth.signInWithOtp({ email, options })
    const client = scriba.client()
    await client.auth.signInWithPassword({ email, password })
    await client.auth.reauthenticate()
    await client.auth.updateUser({ email: 'anna.verdi@example.com' })
    await (await scriba.serviceClient()).auth.admin.inviteUserByEmail('bruno@example.com')

    let all = []
    for (let tries = 0; all.length < 7 && tries < 200; ++tries) {
      await pause(50)
      all = await messages()
    }
    const subjects = new Set(all.map((message) => part(message, 'text/plain').split('\n')[0]))
    assert.ok(all.length >= 7, `${all.length} mails`)
    const secrets = new Set()
    for (const message of all) {
      const plain = part(message, 'text/plain')
      const html = part(message, 'text/html')
      assert.match(message, /^Content-Type: multipart\/alternative/m)
      assert.match(plain, /Scriba/)
      assert.match(plain, /\b(il|la|un|per|questo|questa|non)\b/i)
      assert.match(html, /<html lang="it"/)
      for (const [, token] of plain.matchAll(/[?&]token=([\w-]{20,})/g)) {
        secrets.add(token)
        assert.ok(html.includes(token), 'both forms carry the same link')
      }
      for (const [code] of plain.matchAll(/(?<![\w-])\d{6}(?![\w-])/g)) secrets.add(code)
    }
    assert.ok(subjects.size >= 1)
    assert.ok(secrets.size >= 10, `${secrets.size} secrets`)
    for (const secret of secrets) assert.ok(!scriba.log.includes(secret), 'a secret stands in the log')
    assert.ok(scriba.log.includes('/auth/v1/verify'), 'the log was there to look into')
    assert.ok(!scriba.log.includes(email))
  })

  test('open by the older address too, and the link works once', async () => {
    const email = 'carla@example.com'
    await scriba.client().auth.signUp({ email, password })
    await scriba.open((await scriba.mailTo(email)).link)
    const asked = await fetch(`${scriba.url}/auth/v1/magiclink`, {
      method: 'POST',
      headers: { apikey: scriba.key, 'content-type': 'application/json' },
      body: JSON.stringify({ email, data: {} }),
    })
    assert.deepEqual([asked.status, await asked.json()], [200, {}])
    const { link } = await scriba.mailTo(email)
    assert.match((await scriba.open(link)).hash, /access_token=.*type=magiclink/)
    assert.match((await scriba.open(link)).hash, /error_code=otp_expired/)
  })

  test('lead nowhere but here', async () => {
    const email = 'dora@example.com'
    await scriba.client().auth.signUp({ email, password, options: { emailRedirectTo: 'https://evil.example/take' } })
    const target = await scriba.open((await scriba.mailTo(email)).link)
    assert.equal(target.origin, scriba.url)
  })
})

describe('a mail that does not leave at once', () => {
  const until = async (condition) => {
    for (let tries = 0; tries < 400 && !(await condition()); ++tries) await pause(50)
    assert.ok(await condition(), `not in time: ${condition}`)
  }

  /** To whom mails came by the time at which nothing is left that could be sent another time. */
  const arrival = async (smtp, scriba) => {
    const { client } = await scriba.signUpWithRole('operatrice@example.com', 'superadmin')
    await until(() => smtp.mails.length > 0)
    await until(async () => (await client.rpc('system_state')).data.queue.jobs === 0)
    return smtp.mails.map(({ to }) => to)
  }

  test('reaches a mail server that greylists', async () => {
    const smtp = await startSmtpServer({ greylists: 3 })
    const scriba = await install({ SCRIBA_SMTP_URL: smtp.url })
    try {
      const email = 'elena@example.com'
      assert.equal((await scriba.client().auth.signUp({ email, password })).error, null)
      assert.deepEqual(await arrival(smtp, scriba), [[email]])
    } finally {
      await scriba.remove()
      smtp.stop()
    }
  })

  test('leaves, once, after the program was killed before it was sent', async () => {
    const smtp = await startSmtpServer({ closed: true })
    const scriba = await install({ SCRIBA_SMTP_URL: smtp.url })
    try {
      const email = 'fulvia@example.com'
      assert.equal((await scriba.client().auth.signUp({ email, password })).error, null)
      await until(() => smtp.door.sentAway > 0)
      await scriba.stop('SIGKILL')
      smtp.door.closed = false
      await scriba.start()
      assert.deepEqual(await arrival(smtp, scriba), [[email]])
    } finally {
      await scriba.remove()
      smtp.stop()
    }
  })
})

describe('limits', () => {
  let scriba
  before(async () => {
    scriba = await install({ SCRIBA_RATE_LIMITS: 'on' })
    await scriba.signUp('nota@example.com')
  })
  after(() => scriba.remove())

  const answers = async (ask, times) => {
    const list = []
    for (let i = 0; i < times; ++i) {
      const { error } = await ask()
      list.push(error ? [error.status, error.code, error.message] : [200])
    }
    return list
  }

  test('on mails come after the same number of tries for a known and an unknown address', async () => {
    for (const ask of [
      (email) => () => scriba.client().auth.resetPasswordForEmail(email),
      (email) => () => scriba.client().auth.signInWithOtp({ email, options }),
      (email) => () => scriba.client().auth.resend({ type: 'signup', email }),
    ]) {
      const known = await answers(ask('nota@example.com'), 8)
      const unknown = await answers(ask('ignota@example.com'), 8)
      assert.deepEqual(known, unknown)
      assert.equal(known.at(-1)[1], 'over_email_send_rate_limit')
    }
  })

  test('on passwords come after ten failures for a known and an unknown address, and say when to come back', async () => {
    const attempt = (email) => () => scriba.client().auth.signInWithPassword({ email, password: 'Sbagliata1' })
    const known = await answers(attempt('nota@example.com'), 12)
    const unknown = await answers(attempt('altra@example.com'), 12)
    assert.deepEqual(known, unknown)
    assert.deepEqual(known.map(([status]) => status), [...Array(10).fill(400), 429, 429])
    const refused = await fetch(`${scriba.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: scriba.key, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'altra@example.com', password: 'Sbagliata1' }),
    })
    assert.equal(refused.status, 429)
    assert.equal((await refused.json()).code, 'over_request_rate_limit')
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
  })
})
