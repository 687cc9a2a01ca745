// The named functions, through the unmodified client: what they answer, and how they refuse.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { install } from './harness.mjs'

const sections = [
  'motivo_visita', 'storia_medica', 'storia_ponderale', 'abitudini_alimentari', 'attivita_fisica',
  'fattori_psi', 'esami_parametri', 'punti_critici', 'note_specialista',
]
const said = 'La paziente viene per il controllo del peso. Oggi il peso è di ottantaquattro chili.'
let scriba, anna, bruno, admin, patient

before(async () => {
  scriba = await install({ SCRIBA_SPEECH_LAUNCHER: '/nonexistent' })
  anna = await scriba.signUp('anna@example.com')
  bruno = await scriba.signUp('bruno@example.com')
  admin = await scriba.signUpWithRole('admin@example.com', 'admin')
  const { data } = await anna.client
    .from('patients')
    .insert({ first_name: 'Maria', last_name: 'Rossi', birth_date: '1970-01-01', gender: 'female' })
    .select()
    .single()
  patient = data
})
after(() => scriba.remove())

const invoke = async (name, body, client = anna.client) => {
  const { data, error } = await client.functions.invoke(name, { body })
  if (!error) return data
  assert.equal(error.name, 'FunctionsHttpError')
  const refusal = await error.context.json()
  return { status: error.context.status, ...refusal }
}
const refused = async (status, name, body, client) => {
  const answer = await invoke(name, body, client)
  assert.equal(answer.status, status, JSON.stringify(answer))
  assert.equal(typeof answer.error, 'string')
  return answer
}

describe('subscription', () => {
  const status = (doctor = anna, userId = doctor.user.id) =>
    invoke('subscription', { action: 'getSubscriptionStatus', userId }, doctor.client)

  test('tells the month of a new doctor', async () => {
    const month = await status()
    assert.deepEqual(
      [month.plan, month.monthlyMinutes, month.minutesUsed, month.minutesRemaining, month.isActive, month.price, month.error],
      ['free', 30, 0, 30, true, 0, null],
    )
    assert.equal((Date.parse(month.endDate) - Date.parse(month.startDate)) / 86_400_000, 30)
  })

  test('is nobody else’s business', async () => {
    assert.equal((await status(bruno, anna.user.id)).status, 403)
    await refused(403, 'subscription', { action: 'changePlan', userId: anna.user.id, tier: 'free' }, bruno.client)
  })

  test('gives no paid plan away', async () => {
    await refused(403, 'subscription', { action: 'changePlan', userId: anna.user.id, tier: 'basic' })
    await refused(400, 'subscription', { action: 'changePlan', userId: anna.user.id, tier: 'enterprise' })
    await refused(400, 'subscription', { action: 'changePlan', userId: anna.user.id, tier: 5 })
    const changed = await invoke('subscription', { action: 'changePlan', userId: anna.user.id, tier: 'free' })
    assert.equal(changed.success, true)
    assert.ok(changed.subscriptionId)
  })

  test('is set by an administrator only', async () => {
    const wish = { action: 'adminCreateSubscription', email: bruno.email, tier: 'advanced', minutesUsed: 7 }
    await refused(403, 'subscription', wish)
    const set = await invoke('subscription', wish, admin.client)
    assert.equal(set.success, true)
    const month = await status(bruno)
    assert.deepEqual([month.plan, month.monthlyMinutes, month.minutesUsed], ['advanced', 1200, 7])
    await refused(404, 'subscription', { ...wish, email: 'nobody@example.com' }, admin.client)
    await refused(400, 'subscription', { ...wish, minutesUsed: 'many' }, admin.client)
  })

  test('knows three actions', async () => {
    await refused(400, 'subscription', { action: 'drop' })
    await refused(400, 'subscription', {})
  })
})

describe('analyze-consultation', () => {
  const call = (changes = {}, client) =>
    invoke('analyze-consultation', { patientId: patient.id, transcription: said, visit_type: 'prima_visita', gdpr_consent: true, duration_seconds: 60, ...changes }, client)

  test('answers the nine sections', async () => {
    const report = await call()
    for (const key of sections) assert.equal(typeof report[key], 'string', key)
    assert.match(report.motivo_visita + report.esami_parametri + report.storia_ponderale, /peso|84/i)
    assert.ok(report.requestId)
  })

  test('takes the other spellings of its arguments', async () => {
    const report = await call({ visit_type: undefined, visitType: 'visita_controllo', gdpr_consent: undefined, consent: true, durationSeconds: 3 })
    assert.ok(report.requestId)
  })

  test('refuses an empty transcript, a patient of somebody else, and a denied consent', async () => {
    const empty = await call({ transcription: ' \n ' })
    assert.deepEqual([empty.status, empty.error], [400, 'Nessuna trascrizione disponibile da analizzare'])
    assert.ok(empty.requestId)
    assert.equal((await call({}, bruno.client)).status, 404)
    assert.equal((await call({ patientId: randomUUID() })).status, 404)
    assert.equal((await call({ patientId: 'x' })).status, 404)
    assert.equal((await call({ patientId: undefined })).status, 400)
    assert.equal((await call({ gdpr_consent: false })).status, 400)
    assert.equal((await call({ transcription: 5 })).status, 400)
    assert.equal((await call({ visit_type: 'altro' })).status, 400)
  })
})

describe('generate-report', () => {
  test('writes the report of a transcript', async () => {
    const { report } = await invoke('generate-report', { transcription: said })
    assert.match(report, /84/)
    await refused(400, 'generate-report', {})
  })
})

describe('transcribe', () => {
  const form = (...parts) => {
    const body = new FormData()
    for (const [name, value, file] of parts) file ? body.append(name, value, file) : body.append(name, value)
    return body
  }
  const file = (text, type = 'audio/mpeg', name = 'visita.mp3') => ['file', new Blob([text], { type }), name]

  test('refuses what is no form, no file, no sound', async () => {
    await refused(415, 'transcribe', { file: 'x' })
    await refused(400, 'transcribe', form(['model', 'whisper-1']))
    await refused(400, 'transcribe', form(file('')))
    await refused(415, 'transcribe', form(file('testo', 'text/plain', 'visita.txt')))
  })

  test('says when there is no engine', async () => {
    const answer = await refused(503, 'transcribe', form(file('ID3' + 'x'.repeat(5000)), ['model', 'whisper-1'], ['language', 'it']))
    assert.equal(answer.code, 'speech_engine_missing')
    assert.ok(answer.requestId)
  })
})

describe('user-profile', () => {
  test('tells a stranger nothing', async () => {
    const stranger = scriba.client()
    const right = await invoke('user-profile', { user_id: anna.user.id, email: anna.email }, stranger)
    const wrong = await invoke('user-profile', { user_id: randomUUID(), email: 'x@example.com' }, stranger)
    assert.deepEqual(right, wrong)
    await refused(400, 'user-profile', {}, stranger)
  })

  test('is for oneself when signed in', async () => {
    assert.deepEqual(await invoke('user-profile', { user_id: anna.user.id, email: anna.email }), { success: true })
    await refused(403, 'user-profile', { user_id: bruno.user.id, email: bruno.email })
  })
})

describe('recording', () => {
  test('finds own recordings only and knows three actions', async () => {
    await refused(404, 'recording', { action: 'retry', recordingId: randomUUID() })
    await refused(404, 'recording', { action: 'discard', recordingId: 'x' })
    await refused(400, 'recording', { action: 'submitTranscript', recordingId: randomUUID(), transcription: ' ' })
    await refused(400, 'recording', { action: 'explode' })
  })
})

describe('every function', () => {
  const names = ['subscription', 'analyze-consultation', 'transcribe', 'generate-report', 'recording']

  test('needs a session, with one exception', async () => {
    for (const name of names) assert.equal((await invoke(name, {}, scriba.client())).status, 401, name)
  })

  test('answers malformed bodies with a refusal', async () => {
    const headers = { authorization: `Bearer ${anna.session.access_token}`, apikey: scriba.key, 'content-type': 'application/json' }
    for (const name of [...names, 'user-profile']) {
      for (const body of ['{', '[]', '5', '"x"', '{"action":{}}', '{"a":"\ud800"}']) {
        const answer = await fetch(`${scriba.url}/functions/v1/${name}`, { method: 'POST', headers, body })
        assert.ok(answer.status >= 400 && answer.status < 500, `${name} ${body} ${answer.status}`)
        assert.ok((await answer.json()).error)
      }
    }
  })

  test('that does not exist is not found, and others are called by POST', async () => {
    const { error } = await anna.client.functions.invoke('nothing', { body: {} })
    assert.equal(error.context.status, 404)
    assert.equal((await error.context.json()).code, 'NOT_FOUND')
    const got = await anna.client.functions.invoke('subscription', { method: 'GET' })
    assert.equal(got.error.context.status, 405)
  })
})
