// The named functions, through the unmodified client: what they answer, and how they refuse.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { install, runOnce } from './harness.mjs'

const sections = [
  'motivo_visita', 'storia_medica', 'storia_ponderale', 'abitudini_alimentari', 'attivita_fisica',
  'fattori_psi', 'esami_parametri', 'punti_critici', 'note_specialista',
]
const said = 'La paziente viene per il controllo del peso. Oggi il peso è di ottantaquattro chili.'
const measured = 'Esami e parametri: peso ottantaquattro chili, altezza un metro e settantadue.'
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

  test('says in so many words that a change did not come about', async () => {
    for (const [client, change] of [[anna.client, { action: 'changePlan', tier: 'basic' }], [anna.client, { action: 'changePlan', tier: 'gold' }], [bruno.client, { action: 'changePlan', userId: anna.user.id, tier: 'free' }]]) {
      const answer = await invoke('subscription', change, client)
      assert.equal(answer.success, false)
      assert.equal(typeof answer.error, 'string')
      assert.ok(answer.code && answer.requestId)
    }
  })

  test('changes for an administrator as the procedure does', async () => {
    const clara = await scriba.signUp('clara@example.com')
    const changed = await invoke('subscription', { action: 'changePlan', userId: clara.user.id, tier: 'basic' }, admin.client)
    assert.equal(changed.success, true)
    assert.equal((await status(clara)).plan, 'basic')
    await refused(400, 'subscription', { action: 'changePlan', userId: 'nobody', tier: 'basic' }, admin.client)
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

  test('refuses a duration that is none', async () => {
    const asked = { patientId: patient.id, transcription: said, visit_type: 'prima_visita' }
    for (const duration of [{ duration_seconds: -1 }, { duration_seconds: 'x' }, { durationSeconds: 1.5 }]) {
      await refused(400, 'analyze-consultation', { ...asked, ...duration })
    }
  })

  test('answers measures, critical points, omissions, checks and who wrote it', async () => {
    const report = await call({ transcription: measured })
    const weight = report.measures.find(({ key }) => key === 'peso_kg')
    assert.equal(weight.value, 84)
    assert.deepEqual(report.writer, { kind: 'builtin' })
    for (const list of ['critical_points', 'omissions', 'checks']) assert.ok(Array.isArray(report[list]), list)
    assert.ok(report.reported_share > 0 && report.reported_share <= 1)
    assert.deepEqual(Object.keys(report.evidence.discussed).sort(), [...sections].sort())
    for (const [begin, end] of report.evidence.sections.esami_parametri.flatMap(({ evidence }) => evidence)) {
      assert.ok(begin < end && end <= measured.length)
    }
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
    for (const denied of [{ gdpr_consent: false }, { gdprConsent: false }, { consent: false }]) {
      assert.deepEqual([(await call(denied)).status, (await call(denied)).code], [400, 'consent_required'])
    }
    assert.equal((await call({ transcription: 5 })).status, 400)
    assert.equal((await call({ visit_type: 'altro' })).status, 400)
  })
})

describe('generate-report', () => {
  test('writes the report of a transcript', async () => {
    const { report, measures, writer, evidence, ...rest } = await invoke('generate-report', { transcription: measured })
    assert.match(report, /84/)
    assert.equal(measures.find(({ key }) => key === 'peso_kg').value, 84)
    assert.equal(writer.kind, 'builtin')
    assert.deepEqual(Object.keys(evidence.sections).sort(), [...sections].sort())
    for (const key of sections) assert.equal(typeof rest[key], 'string', key)
    await refused(400, 'generate-report', {})
  })
})

describe('review', () => {
  const save = async (evidence) => {
    const { data, error } = await anna.client
      .from('consultations')
      .insert({ patient_id: patient.id, transcription: said, visita: 'prima_visita', motivo_visita: 'Peso.', evidence })
      .select()
      .single()
    assert.equal(error, null)
    return data
  }
  const read = async (id) => (await anna.client.from('consultations').select('reviewed_at,reviewed_by,evidence').eq('id', id).single()).data

  test('waits for what is in doubt, holds until the report is changed, and can be taken back', async () => {
    const check = { key: 'peso_kg', value: '84 kg', earlier: '64 kg', quote: '', message: 'Peso 84 kg, ma 64 kg.', state: 'open' }
    const { id } = await save({ sections: {}, checks: [check] })
    await refused(400, 'review', { action: 'mark', consultationId: id })
    await refused(400, 'review', { action: 'mark', consultationId: id, confirmed: 'peso_kg' })
    const marked = await invoke('review', { action: 'mark', consultationId: id, confirmed: ['peso_kg'] })
    assert.deepEqual([marked.success, marked.reviewedBy], [true, anna.user.id])
    const row = await read(id)
    assert.equal(Date.parse(row.reviewed_at), Date.parse(marked.reviewedAt))
    assert.equal(row.reviewed_by, anna.user.id)
    assert.equal(row.evidence.checks[0].state, 'confirmed')
    await anna.client.from('consultations').update({ motivo_visita: 'Altro.' }).eq('id', id)
    assert.equal((await read(id)).reviewed_at, null)
    await invoke('review', { action: 'mark', consultationId: id })
    await invoke('review', { action: 'reopen', consultationId: id })
    assert.equal((await read(id)).reviewed_at, null)
  })

  test('is the doctor’s own, and written in no other way', async () => {
    const { id } = await save(null)
    await refused(404, 'review', { action: 'mark', consultationId: id }, bruno.client)
    await refused(404, 'review', { action: 'reopen', consultationId: randomUUID() })
    await refused(400, 'review', { action: 'approve', consultationId: id })
    const now = new Date().toISOString()
    const changed = await anna.client.from('consultations').update({ reviewed_at: now }).eq('id', id)
    assert.equal(changed.error.code, '42501')
    const added = await anna.client.from('consultations').insert({ patient_id: patient.id, reviewed_at: now })
    assert.equal(added.error.code, '42501')
    assert.equal((await read(id)).reviewed_at, null)
  })
})

describe('a language model', () => {
  let practice, doctor, model, patientId, address

  before(async () => {
    model = spawn(process.execPath, [join(import.meta.dirname, '../support/stand_in_model.mjs')], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = await once(createInterface(model.stdout), 'line')
    address = `http://127.0.0.1:${JSON.parse(line).port}`
    const limits = { SCRIBA_LLM_DEADLINE: '3', SCRIBA_LLM_CONCURRENCY: '1' }
    practice = await install({ SCRIBA_SPEECH_LAUNCHER: '/nonexistent', SCRIBA_LLM_URL: `${address}/v1/`, SCRIBA_LLM_MODEL: 'prova', ...limits })
    doctor = await practice.signUp('clara@example.com')
    const { data } = await doctor.client
      .from('patients')
      .insert({ first_name: 'Teresa', last_name: 'Bruni', birth_date: '1961-05-04', gender: 'female' })
      .select()
      .single()
    patientId = data.id
  })
  after(async () => {
    model.kill()
    await practice.remove()
  })

  const analyse = () =>
    invoke('analyze-consultation', { patientId, transcription: said, visit_type: 'prima_visita', gdpr_consent: true }, doctor.client)

  test('is asked as often at once, and waited for as long, as the operator says', async () => {
    const posted = async () => (await (await fetch(`${address}/requests`)).json()).requests.length
    const control = (mode) => fetch(`${address}/control`, { method: 'POST', body: JSON.stringify({ mode }) })
    const before = await posted()
    await control('hang')
    const began = Date.now()
    const reports = Promise.all([analyse(), analyse()])
    await pause(2000)
    assert.equal((await posted()) - before, 1, 'the second one waits for its turn')
    const writers = (await reports).map(({ writer }) => writer.fallback)
    const taken = (Date.now() - began) / 1000
    await control('faithful')
    assert.deepEqual(writers, ['timeout', 'timeout'])
    assert.ok(taken >= 2.9 && taken < 10, `${taken} seconds`)
  })

  test('writes, and is named; without it the built-in report stands, and says why', async () => {
    const written = await analyse()
    assert.deepEqual([written.writer.kind, written.writer.model, written.writer.replaced], ['model', 'prova', 0])
    assert.match(written.medical_report, /Riferisce: /)
    model.kill()
    await once(model, 'exit')
    const alone = await analyse()
    assert.deepEqual([alone.writer.kind, alone.writer.fallback], ['builtin', 'unreachable'])
    assert.match(alone.medical_report, /84/)
    assert.doesNotMatch(practice.log, /Teresa|Bruni|ottantaquattro/)
  })

  test('is looked after by the check of the installation', async () => {
    const { output } = await runOnce(['check'], practice.environment)
    assert.match(output, /language model: .*prova.*not reachable/)
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

  test('is refused when the minutes are used up, and charges none itself', async () => {
    const used = { action: 'adminCreateSubscription', email: bruno.email, tier: 'free', minutesUsed: 30 }
    assert.equal((await invoke('subscription', used, admin.client)).success, true)
    const heard = form(file('ID3' + 'x'.repeat(5000)))
    const answer = await refused(403, 'transcribe', heard, bruno.client)
    assert.equal(answer.code, 'minutes_exhausted')
    assert.ok(answer.requestId)
    const month = await invoke('subscription', { action: 'getSubscriptionStatus', userId: bruno.user.id }, bruno.client)
    assert.deepEqual([month.minutesUsed, month.minutesRemaining], [30, 0])
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
    assert.deepEqual(await invoke('user-profile', { user_id: null, email: 'x@example.com' }, stranger), right)
    await refused(400, 'user-profile', {}, stranger)
    await refused(400, 'user-profile', { user_id: 'x', email: anna.email }, stranger)
    await refused(400, 'user-profile', { user_id: anna.user.id }, stranger)
  })

  test('is for oneself when signed in', async () => {
    assert.deepEqual(await invoke('user-profile', { user_id: anna.user.id, email: anna.email }), { success: true })
    assert.deepEqual(await invoke('user-profile', { user_id: null, email: anna.email }), { success: true })
    await refused(403, 'user-profile', { user_id: bruno.user.id, email: bruno.email })
    await refused(403, 'user-profile', { user_id: anna.user.id, email: bruno.email })
    await refused(403, 'user-profile', { email: 'nobody@example.com' })
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
  const names = ['subscription', 'analyze-consultation', 'transcribe', 'generate-report', 'recording', 'review']

  test('needs a session, with one exception', async () => {
    for (const name of names) assert.equal((await invoke(name, {}, scriba.client())).status, 401, name)
  })

  test('answers malformed bodies with a refusal', async () => {
    const headers = { authorization: `Bearer ${anna.session.access_token}`, apikey: scriba.key, 'content-type': 'application/json' }
    for (const name of [...names, 'user-profile']) {
      for (const body of ['{', '[]', '5', '"x"', '{"action":{}}', '{"a":"\ud800"}', '{"action":"\\u0000","transcription":"\\u0000"}']) {
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
