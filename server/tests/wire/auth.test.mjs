// Every call of the product to /auth/v1, through the unmodified client.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { install, password, runOnce } from './harness.mjs'
import { startSmtpServer } from './smtp-server.mjs'

let scriba
let people = 0
const address = () => `medico${++people}@example.com`

before(async () => {
  scriba = await install()
})
after(() => scriba.remove())

describe('sign-up and sign-in', () => {
  test('a new doctor has a session at once', async () => {
    const email = address()
    const { user, session } = await scriba.signUp(email.toUpperCase())
    assert.equal(user.email, email)
    assert.equal(user.user_metadata.full_name, 'Anna Verdi')
    assert.equal(user.identities.length, 1)
    assert.equal(session.token_type, 'bearer')
    assert.ok(session.expires_in > 120)
  })

  test('a taken address and a weak password are refused with their codes', async () => {
    const { email } = await scriba.signUp(address())
    const taken = await scriba.client().auth.signUp({ email, password })
    assert.equal(taken.error.code, 'user_already_exists')
    const weak = await scriba.client().auth.signUp({ email: address(), password: 'abc' })
    assert.equal(weak.error.name, 'AuthWeakPasswordError')
    assert.deepEqual(weak.error.reasons, ['length'])
  })

  test('a wrong password and an unknown address look the same', async () => {
    const { email } = await scriba.signUp(address())
    const wrong = await scriba.client().auth.signInWithPassword({ email, password: 'Sbagliata1' })
    const unknown = await scriba.client().auth.signInWithPassword({ email: address(), password })
    assert.equal(wrong.error.code, 'invalid_credentials')
    assert.equal(wrong.error.message, unknown.error.message)
    assert.equal(wrong.error.status, unknown.error.status)
  })

  test('the token is good by the published keys', async () => {
    const { client, user } = await scriba.signUp(address())
    const { data, error } = await client.auth.getClaims()
    assert.equal(error, null)
    assert.equal(data.header.alg, 'ES256')
    assert.equal(data.claims.sub, user.id)
    assert.equal(data.claims.aud, 'authenticated')
    assert.equal(data.claims.amr[0].method, 'password')
  })
})

describe('sessions', () => {
  test('a refresh gives new tokens and lost answers do no harm', async () => {
    const { client, session } = await scriba.signUp(address())
    const { data, error } = await client.auth.refreshSession()
    assert.equal(error, null)
    assert.notEqual(data.session.refresh_token, session.refresh_token)
    const again = await scriba.client().auth.refreshSession({ refresh_token: session.refresh_token })
    assert.equal(again.data.session.refresh_token, data.session.refresh_token)
  })

  test('a session can be set from its tokens and is gone after sign-out', async () => {
    const { session } = await scriba.signUp(address())
    const client = scriba.client()
    assert.equal((await client.auth.setSession(session)).error, null)
    assert.equal((await client.auth.getUser()).data.user.id, session.user.id)
    assert.equal((await client.auth.signOut()).error, null)
    const gone = await scriba.client().auth.getUser(session.access_token)
    assert.equal(gone.error.name, 'AuthSessionMissingError')
  })

  test('sign-out ends this, the other, or all sessions', async () => {
    const { client, email, session } = await scriba.signUp(address())
    const other = scriba.client()
    const { data } = await other.auth.signInWithPassword({ email, password })
    const stands = async (token) => (await scriba.client().auth.getUser(token)).error === null
    assert.equal((await client.auth.signOut({ scope: 'others' })).error, null)
    assert.deepEqual([await stands(session.access_token), await stands(data.session.access_token)], [true, false])
    assert.equal((await client.auth.signOut({ scope: 'local' })).error, null)
    assert.equal(await stands(session.access_token), false)
  })

  test('a session survives a restart of the program', async () => {
    const { client, user } = await scriba.signUp(address())
    await scriba.stop()
    await scriba.start()
    assert.equal((await client.auth.getUser()).data.user.id, user.id)
    assert.equal((await client.auth.refreshSession()).error, null)
  })
})

describe('the user', () => {
  test('changes metadata and password', async () => {
    const { client, email } = await scriba.signUp(address())
    const { data } = await client.auth.updateUser({ data: { full_name: 'Anna Bianchi' } })
    assert.equal(data.user.user_metadata.full_name, 'Anna Bianchi')
    const weak = await client.auth.updateUser({ password: 'tuttominuscolo' })
    assert.deepEqual(weak.error.reasons, ['characters'])
    assert.equal((await client.auth.updateUser({ password })).error.code, 'same_password')
    assert.equal((await client.auth.updateUser({ password: 'NuovaSegreta2' })).error, null)
    assert.equal((await scriba.client().auth.signInWithPassword({ email, password: 'NuovaSegreta2' })).error, null)
  })

  test('changes the address once both have confirmed', async () => {
    const { client, email } = await scriba.signUp(address())
    const next = address()
    const { data } = await client.auth.updateUser({ email: next })
    assert.equal(data.user.new_email, next)
    const verify = async (to) =>
      scriba.client().auth.verifyOtp({ type: 'email_change', email: to, token: (await scriba.mailTo(to)).code })
    assert.equal((await verify(next)).data.session, null)
    assert.equal((await verify(email)).data.user.email, next)
  })

  test('proves again who they are by a nonce', async () => {
    const { client, email } = await scriba.signUp(address())
    assert.equal((await client.auth.reauthenticate()).error, null)
    const { code } = await scriba.mailTo(email)
    assert.equal((await client.auth.updateUser({ password: 'NuovaSegreta2', nonce: code })).error, null)
  })
})

describe('mails', () => {
  test('a forgotten password: the link signs in, and the page finds type and token in the query', async () => {
    const { email, user } = await scriba.signUp(address())
    const redirectTo = `${scriba.url}/reset-password`
    assert.equal((await scriba.client().auth.resetPasswordForEmail(email, { redirectTo })).error, null)
    const target = await scriba.open((await scriba.mailTo(email)).link)
    assert.equal(target.origin + target.pathname, redirectTo)
    assert.equal(target.searchParams.get('type'), 'recovery')
    const tokens = new URLSearchParams(target.hash.slice(1))
    assert.equal(target.searchParams.get('access_token'), tokens.get('access_token'))
    const client = scriba.client()
    const { error } = await client.auth.setSession({
      access_token: tokens.get('access_token'),
      refresh_token: tokens.get('refresh_token'),
    })
    assert.equal(error, null)
    assert.equal((await client.auth.updateUser({ password: 'NuovaSegreta2' })).data.user.id, user.id)
  })

  test('a one-time code signs in, and a stranger learns nothing', async () => {
    const { email, user } = await scriba.signUp(address())
    const options = { shouldCreateUser: false }
    const known = await scriba.client().auth.signInWithOtp({ email, options })
    const unknown = await scriba.client().auth.signInWithOtp({ email: address(), options })
    assert.deepEqual(known, unknown)
    assert.equal(known.error, null)
    const { code } = await scriba.mailTo(email)
    const { data } = await scriba.client().auth.verifyOtp({ type: 'email', email, token: code })
    assert.equal(data.user.id, user.id)
    const used = await scriba.client().auth.verifyOtp({ type: 'email', email, token: code })
    assert.equal(used.error.code, 'otp_expired')
  })

  test('a flow with a proof key works for the browser that began it', async () => {
    const { email, user } = await scriba.signUp(address())
    const stored = new Map()
    const storage = {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    }
    const client = scriba.client({ auth: { flowType: 'pkce', storage, persistSession: true } })
    assert.equal((await client.auth.resetPasswordForEmail(email)).error, null)
    const target = await scriba.open((await scriba.mailTo(email)).link)
    assert.equal(target.hash, '')
    const { data, error } = await client.auth.exchangeCodeForSession(target.searchParams.get('code'))
    assert.equal(error, null)
    assert.equal(data.user.id, user.id)
  })

  test('resend and single sign-on answer as the contract says', async () => {
    assert.equal((await scriba.client().auth.resend({ type: 'signup', email: address() })).error, null)
    const sso = await scriba.client().auth.signInWithSSO({ domain: 'example.com' })
    assert.equal(sso.error.code, 'saml_provider_disabled')
  })
})

describe('a second factor', () => {
  const codeOf = (secret) => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
    const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
    const key = Buffer.from(bits.match(/.{8}/g).map((byte) => Number.parseInt(byte, 2)))
    const step = Buffer.alloc(8)
    step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
    const mac = createHmac('sha1', key).update(step).digest()
    return String((mac.readUInt32BE(mac[19] & 15) & 0x7fffffff) % 1_000_000).padStart(6, '0')
  }

  test('is enrolled, verified and removed', async () => {
    const { client } = await scriba.signUp(address())
    const { data: factor } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'telefono' })
    assert.match(factor.totp.qr_code, /^data:image\/svg\+xml;utf-8,<svg /)
    const wrong = await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: 'abcdef' })
    assert.equal(wrong.error.code, 'mfa_verification_failed')
    const { error } = await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(factor.totp.secret) })
    assert.equal(error, null)
    const { data: level } = await client.auth.mfa.getAuthenticatorAssuranceLevel()
    assert.deepEqual([level.currentLevel, level.nextLevel], ['aal2', 'aal2'])
    assert.equal(level.currentAuthenticationMethods[0].method, 'totp')
    assert.equal((await client.auth.mfa.listFactors()).data.totp.length, 1)
    assert.equal((await client.auth.mfa.unenroll({ factorId: factor.id })).error, null)
    assert.equal((await client.auth.mfa.listFactors()).data.totp.length, 0)
  })

  test('is needed on every surface that gives data, and on none that leads to it', async () => {
    const email = address()
    const { client: raised } = await scriba.signUp(email)
    const { data: factor } = await raised.auth.mfa.enroll({ factorType: 'totp' })
    const code = codeOf(factor.totp.secret)
    assert.equal((await raised.auth.mfa.challengeAndVerify({ factorId: factor.id, code })).error, null)
    assert.equal((await raised.from('users').select('id')).data.length, 1)

    const low = scriba.client()
    const { data: signedIn } = await low.auth.signInWithPassword({ email, password })
    const table = await low.from('users').select('id')
    assert.deepEqual([table.status, table.error.code], [403, 'second_factor_required'])
    const procedure = await low.rpc('ensure_valid_subscription', { user_id: signedIn.user.id })
    assert.equal(procedure.error.code, 'second_factor_required')
    const files = await low.storage.from('consultation-audio').list(signedIn.user.id)
    assert.equal(files.error.statusCode, '403')
    const called = await low.functions.invoke('generate-report', { body: { transcription: 'Peso 80 kg.' } })
    assert.equal((await called.error.context.json()).code, 'second_factor_required')
    const status = await new Promise((done) => {
      low.channel('mine').on('postgres_changes', { event: '*', schema: 'public', table: 'users' }, () => {}).subscribe(done)
    })
    assert.equal(status, 'CHANNEL_ERROR')
    await low.removeAllChannels()

    assert.equal((await low.auth.getUser()).error, null)
    assert.equal((await low.auth.mfa.getAuthenticatorAssuranceLevel()).data.nextLevel, 'aal2')
    assert.ok((await low.auth.mfa.challenge({ factorId: factor.id })).data.id)
    assert.equal((await low.auth.refreshSession()).error, null)
    assert.equal((await low.auth.signOut()).error, null)
  })
})

describe('accounts that need a confirmation', () => {
  let strict
  before(async () => {
    strict = await install({ SCRIBA_AUTOCONFIRM: 'false' })
  })
  after(() => strict.remove())

  test('sign-up gives a user without a session until the link was opened', async () => {
    const email = address()
    const { data, error } = await strict.client().auth.signUp({ email, password })
    assert.equal(error, null)
    assert.equal(data.session, null)
    assert.equal(data.user.email, email)
    const early = await strict.client().auth.signInWithPassword({ email, password })
    assert.equal(early.error.code, 'email_not_confirmed')
    const target = await strict.open((await strict.mailTo(email)).link)
    assert.match(target.hash, /access_token=.*type=signup/)
    assert.equal((await strict.client().auth.signInWithPassword({ email, password })).error, null)
    const again = await strict.client().auth.signUp({ email, password })
    assert.deepEqual(again.data.user.identities, [])
  })
})

describe('the operator', () => {
  test('makes an administrator from the command line while the program runs', async () => {
    const email = address()
    const { code, output } = await runOnce(
      ['user', 'add', '--email', email, '--password-stdin', '--role', 'superadmin'],
      scriba.environment,
      'Direzione1\n',
    )
    assert.equal(code, 0, output)
    assert.equal((await scriba.client().auth.signInWithPassword({ email, password: 'Direzione1' })).error, null)
  })
})

describe("the operator's tools", () => {
  test('make, list, ban and delete users with the service key only', async () => {
    const operator = await scriba.serviceClient()
    const email = address()
    const made = await operator.auth.admin.createUser({ email, password, email_confirm: true })
    assert.equal(made.error, null)
    const { id } = made.data.user
    const client = scriba.client()
    const { data } = await client.auth.signInWithPassword({ email, password })
    assert.equal(data.user.id, id)
    assert.equal((await client.auth.admin.listUsers()).error.code, 'not_admin')
    const listed = await operator.auth.admin.listUsers({ page: 1, perPage: 1000 })
    assert.ok(listed.data.users.some((user) => user.id === id))
    assert.equal((await operator.auth.admin.updateUserById(id, { ban_duration: '24h' })).error, null)
    assert.equal((await client.auth.getUser()).error.name, 'AuthSessionMissingError')
    const banned = await scriba.client().auth.signInWithPassword({ email, password })
    assert.equal(banned.error.code, 'user_banned')
    assert.equal((await operator.auth.admin.deleteUser(id)).error, null)
    assert.equal((await operator.auth.admin.getUserById(id)).error.code, 'user_not_found')
  })

  test('invite by mail and hand out links', async () => {
    const operator = await scriba.serviceClient()
    const email = address()
    assert.equal((await operator.auth.admin.inviteUserByEmail(email)).error, null)
    assert.match((await scriba.open((await scriba.mailTo(email)).link)).hash, /type=invite/)
    const { data } = await operator.auth.admin.generateLink({ type: 'recovery', email })
    const verified = await scriba.client().auth.verifyOtp({ type: 'recovery', token_hash: data.properties.hashed_token })
    assert.equal(verified.data.user.email, email)
  })

  test('make the account that a link is for', async () => {
    const operator = await scriba.serviceClient()
    for (const type of ['signup', 'invite']) {
      const email = address()
      const options = { data: { full_name: 'Carla Verdi' } }
      const { data, error } = await operator.auth.admin.generateLink({ type, email, password, options })
      assert.equal(error, null)
      assert.deepEqual([data.user.email, data.user.user_metadata.full_name, data.properties.verification_type], [email, 'Carla Verdi', type])
      assert.match((await scriba.open(data.properties.action_link)).hash, new RegExp(`access_token=.*type=${type}`))
      assert.equal((await operator.auth.admin.generateLink({ type, email, password })).error.code, 'email_exists')
      if (type === 'signup') assert.equal((await scriba.client().auth.signInWithPassword({ email, password })).error, null)
    }
  })

  test('hand out the links of a change of address', async () => {
    const operator = await scriba.serviceClient()
    const { client, email } = await scriba.signUp(address())
    const newEmail = address()
    for (const type of ['email_change_current', 'email_change_new']) {
      const { data, error } = await operator.auth.admin.generateLink({ type, email, newEmail })
      assert.equal(error, null)
      await scriba.open(data.properties.action_link)
    }
    assert.equal((await client.auth.getUser()).data.user.email, newEmail)
  })

  test('see and take away a second factor', async () => {
    const operator = await scriba.serviceClient()
    const { client, user } = await scriba.signUp(address())
    const { data: factor } = await client.auth.mfa.enroll({ factorType: 'totp' })
    const { data } = await operator.auth.admin.mfa.listFactors({ userId: user.id })
    assert.deepEqual(data.factors.map(({ id }) => id), [factor.id])
    assert.equal((await operator.auth.admin.mfa.deleteFactor({ userId: user.id, id: factor.id })).error, null)
    assert.deepEqual((await operator.auth.admin.mfa.listFactors({ userId: user.id })).data.factors, [])
  })
})

describe('a mail server', () => {
  test('gets the mails when one is configured', async () => {
    const smtp = await startSmtpServer()
    const practice = await install({ SCRIBA_SMTP_URL: smtp.url, SCRIBA_MAIL_FROM: 'Studio Verdi <studio@example.com>' })
    try {
      const email = address()
      const { data, error } = await practice.client().auth.signUp({ email, password })
      assert.equal(error, null)
      assert.equal(data.session, null, 'with a mail server, addresses are confirmed')
      for (let tries = 0; smtp.mails.length === 0 && tries < 100; ++tries) await pause(50)
      const [mail] = smtp.mails
      assert.deepEqual([mail.from, mail.to], ['studio@example.com', [email]])
      assert.match(mail.data, /^From: Studio Verdi <studio@example.com>\r\n/)
      assert.equal((await practice.mails()).length, 0)
    } finally {
      await practice.remove()
      smtp.stop()
    }
  })
})

describe('a captcha', () => {
  test('is asked of everybody once a provider is configured', async () => {
    const asked = []
    const provider = createServer((request, response) => {
      let body = ''
      request.on('data', (bytes) => (body += bytes))
      request.on('end', () => {
        const form = new URLSearchParams(body)
        asked.push(form)
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify({ success: form.get('secret') === 'segreto' && form.get('response') === 'umano & vero' }))
      })
    })
    await new Promise((done) => provider.listen(0, '127.0.0.1', done))
    const guarded = await install({
      SCRIBA_CAPTCHA_URL: `http://127.0.0.1:${provider.address().port}/siteverify`,
      SCRIBA_CAPTCHA_SECRET: 'segreto',
    })
    try {
      const signUp = (captchaToken) =>
        guarded.client().auth.signUp({ email: address(), password, options: { captchaToken } })
      assert.equal((await signUp(undefined)).error.code, 'captcha_failed')
      assert.equal((await signUp('robot')).error.code, 'captcha_failed')
      assert.equal((await signUp('umano & vero')).error, null)
      assert.equal(asked.length, 2)
      assert.equal(asked[0].get('remoteip'), '127.0.0.1')
    } finally {
      await guarded.remove()
      provider.close()
    }
  })
})
