// Every table query and procedure of the product, and what integrators expect of /rest/v1, through the unmodified client.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { install } from './harness.mjs'

let scriba
let anna
let bruno
let ada
let people = 0

const invented = (more = {}) => ({ first_name: 'Maria', last_name: 'Rossi', birth_date: '1980-01-31', gender: 'female', ...more })
const doctor = () => scriba.signUp(`dottore${++people}@example.com`)
const good = ({ data, error, ...rest }) => {
  assert.equal(error, null)
  return { data, ...rest }
}

before(async () => {
  scriba = await install()
  anna = await doctor()
  bruno = await doctor()
  ada = await scriba.signUpWithRole('ada@example.com', 'admin')
})
after(() => scriba.remove())

describe('patients', () => {
  test('are added with the row in answer, edited, read back and deleted', async () => {
    const { client, user } = await doctor()
    const fields = invented({ user_id: user.id, last_name: "D'Angelo, jr.", email: null, phone: '333 1234567', weight: 72.5, height: 170, notes: 'allergia' })
    const { data: added } = good(await client.from('patients').insert([fields]).select().single())
    assert.equal(added.last_name, "D'Angelo, jr.")
    assert.equal(added.weight, 72.5)
    assert.match(added.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/)

    const change = { first_name: 'Luca', last_name: 'Rossi', birth_date: '1980-02-01', gender: 'male', email: 'l@example.com', phone: null, weight: 80, height: 171, notes: 'nessuna' }
    const updated = good(await client.from('patients').update(change).eq('id', added.id))
    assert.equal(updated.status, 204)
    const { data: read } = good(await client.from('patients').select('*').eq('id', added.id).single())
    assert.deepEqual(read, { ...added, ...change })

    assert.equal(good(await client.from('patients').delete().eq('id', added.id)).status, 204)
    const gone = await client.from('patients').select('id, first_name, last_name, user_id').eq('id', added.id).single()
    assert.equal(gone.error.code, 'PGRST116')
    assert.equal((await client.from('patients').select('*').eq('id', added.id).maybeSingle()).data, null)
  })

  test('are not added from a body that broke off', async () => {
    const { client, session } = await doctor()
    const body = JSON.stringify(invented())
    const socket = connect(Number(new URL(scriba.url).port), '127.0.0.1')
    await once(socket, 'connect')
    // A whole row, but more was promised.
    socket.end(
      `POST /rest/v1/patients HTTP/1.1\r\nhost: localhost\r\napikey: ${scriba.key}\r\nauthorization: Bearer ${session.access_token}\r\n` +
        `content-type: application/json\r\ncontent-length: ${body.length + 1}\r\n\r\n${body}`,
    )
    await once(socket.resume(), 'close')
    assert.deepEqual(good(await client.from('patients').select('id')).data, [])
  })

  test('are listed by last name, counted, and the newest first', async () => {
    const { client, user } = await doctor()
    for (const last_name of ['rossi', 'Àlvarez', 'Zanetti']) good(await client.from('patients').insert(invented({ user_id: user.id, last_name })))
    const { data } = good(await client.from('patients').select('id, first_name, last_name, birth_date').eq('user_id', user.id).order('last_name', { ascending: true }))
    assert.deepEqual(data.map((row) => row.last_name), ['Àlvarez', 'rossi', 'Zanetti'])
    assert.equal(good(await client.from('patients').select('*', { count: 'exact', head: true }).eq('user_id', user.id)).count, 3)
    const week = new Date(Date.now() - 7 * 86_400_000).toISOString()
    assert.equal(good(await client.from('patients').select('*', { count: 'exact', head: true }).eq('user_id', user.id).gte('created_at', week)).count, 3)
    const newest = good(await client.from('patients').select('id, first_name, last_name, created_at').eq('user_id', user.id).order('created_at', { ascending: false }).limit(2))
    assert.deepEqual(newest.data.map((row) => row.last_name), ['Zanetti', 'Àlvarez'])
    const page = good(await client.from('patients').select('last_name', { count: 'exact' }).order('last_name').range(1, 1))
    assert.deepEqual([page.data, page.count, page.status], [[{ last_name: 'rossi' }], 3, 206])
  })

  test('are found by any part of their names, whatever the case', async () => {
    const { client, user } = await doctor()
    good(await client.from('patients').insert([invented({ user_id: user.id, first_name: 'Nicolò', phone: '+39 055 (12)' }), invented({ user_id: user.id, last_name: 'Verdi, "jr"' })]))
    const search = async (text) => good(await client.from('patients').select('first_name').or(`first_name.ilike.%${text}%,last_name.ilike.%${text}%`)).data.length
    assert.equal(await search('NICOLÒ'), 1)
    assert.equal(await search('erd'), 1)
    assert.equal(good(await client.from('patients').select('id').like('phone', '%055 (12)%')).data.length, 1)
    assert.equal(good(await client.from('patients').select('id').in('last_name', ['Verdi, "jr"', 'x'])).data.length, 1)
    assert.equal(good(await client.from('patients').select('id').eq('gender', 'female').not('phone', 'is', null)).data.length, 1)
    assert.equal(good(await client.from('patients').select('id').neq('last_name', 'Rossi')).data.length, 1)
    assert.equal(good(await client.from('patients').select('id').filter('first_name', 'not.in', '("Nicolò")')).data.length, 1)
  })

  test('of another doctor do not exist', async () => {
    const { data: hers } = good(await anna.client.from('patients').insert(invented({ notes: 'riservato' })).select().single())
    for (const { client } of [bruno, ada]) {
      assert.deepEqual(good(await client.from('patients').select('*').eq('id', hers.id)).data, [])
      assert.deepEqual(good(await client.from('patients').update({ notes: 'x' }).eq('id', hers.id).select()).data, [])
      assert.deepEqual(good(await client.from('patients').delete().eq('id', hers.id).select()).data, [])
      const taken = await client.from('patients').upsert({ ...hers, notes: 'x' })
      assert.deepEqual([taken.status, taken.error.code], [403, '42501'])
      const foreign = await client.from('consultations').insert({ patient_id: hers.id })
      assert.deepEqual([foreign.status, foreign.error.code], [409, '23503'])
    }
    const anon = await scriba.client().from('patients').select('*')
    assert.deepEqual([anon.status, anon.error.code], [401, '42501'])
    assert.equal(good(await anna.client.from('patients').select('notes').eq('id', hers.id).single()).data.notes, 'riservato')
  })
})

describe('consultations', () => {
  test('are saved, nested with their patient, edited section by section, and deleted with the patient', async () => {
    const { client, user } = await doctor()
    const { data: patient } = good(await client.from('patients').insert(invented({ user_id: user.id })).select().single())
    const saved = good(
      await client
        .from('consultations')
        .insert({ patient_id: patient.id, transcription: 'Buongiorno dottore', medical_report: 'Referto', gdpr_consent: true, visita: 'visita_controllo', duration_seconds: 61, user_id: user.id })
        .select()
        .single(),
    ).data
    assert.equal(saved.gdpr_consent, true)
    assert.equal(saved.transcription, 'Buongiorno dottore')
    const { data: nested } = good(
      await client.from('consultations').select('*, patient:patients(first_name, last_name, user_id)').eq('user_id', user.id).order('created_at', { ascending: false }).limit(5),
    )
    assert.deepEqual(nested[0].patient, { first_name: 'Maria', last_name: 'Rossi', user_id: user.id })
    const sections = { motivo_visita: 'Tosse', storia_medica: 'Asma', storia_ponderale: '', abitudini_alimentari: 'Varia', attivita_fisica: 'Nuoto', fattori_psi: 'Nessuno', esami_parametri: 'PA 130/85', punti_critici: '-', note_specialista: 'Rivedere "presto"\n' }
    good(await client.from('consultations').update(sections).eq('id', saved.id))
    const { data: read } = good(await client.from('consultations').select(Object.keys(sections).join(', ')).eq('patient_id', patient.id).order('created_at', { ascending: false }))
    assert.deepEqual(read, [sections])
    assert.equal((await client.from('patients').delete().eq('id', patient.id)).error.code, '23503')
    good(await client.from('consultations').delete().eq('patient_id', patient.id))
    good(await client.from('patients').delete().eq('id', patient.id))
    const { data: month } = good(await client.from('user_subscriptions').select('minutes_used').eq('user_id', user.id).single())
    assert.equal(month.minutes_used, 2)
  })

  test('without an owner are found and repaired by their patient’s doctor', async () => {
    const { client, user } = await doctor()
    const { data: patient } = good(await client.from('patients').insert(invented()).select().single())
    const { data: row } = good(await client.from('consultations').insert({ patient_id: patient.id }).select('id').single())
    good(await client.from('consultations').update({ user_id: null }).eq('id', row.id))
    const { data: orphans } = good(await client.from('consultations').select('id, patient_id').is('user_id', null).limit(10))
    assert.deepEqual(orphans, [{ id: row.id, patient_id: patient.id }])
    assert.deepEqual(good(await bruno.client.from('consultations').select('id').is('user_id', null)).data, [])
    good(await client.from('consultations').update({ user_id: user.id }).eq('id', row.id))
    assert.deepEqual(good(await client.from('consultations').select('id').is('user_id', null)).data, [])
  })
})

describe('users, plans and subscriptions', () => {
  test('a doctor sees their own profile; an administrator all of them, newest first', async () => {
    const { data: own } = good(await anna.client.from('users').select('role').eq('id', anna.user.id).single())
    assert.deepEqual(own, { role: 'doctor' })
    assert.equal(good(await anna.client.from('users').select('*')).data.length, 1)
    const { data: all } = good(await ada.client.from('users').select('id, email, full_name, subscription_tier, created_at').order('created_at', { ascending: false }))
    assert.ok(all.length >= 3)
    assert.deepEqual(all.map((row) => row.created_at), all.map((row) => row.created_at).sort().reverse())
    const again = await anna.client.from('users').insert({ id: anna.user.id, email: anna.email, username: 'anna', role: 'doctor' })
    assert.deepEqual([again.status, again.error.code], [409, '23505'])
    for (const change of [{ role: 'admin' }, { subscription_tier: 'enterprise' }, { email: 'x@example.com' }, { created_at: '2020-01-01' }]) {
      assert.equal((await anna.client.from('users').update(change).eq('id', anna.user.id)).error.code, '42501')
    }
    good(await anna.client.from('users').update({ full_name: 'Anna Neri' }).eq('id', anna.user.id))
  })

  test('plans are public to read and closed to write', async () => {
    const { data } = good(await scriba.client().from('subscription_plans').select('*').order('monthly_minutes'))
    assert.deepEqual(data.map(({ name, monthly_minutes }) => [name, monthly_minutes]).slice(0, 3), [['free', 30], ['basic', 600], ['advanced', 1200]])
    assert.equal((await anna.client.from('subscription_plans').update({ price: 0 }).eq('name', 'basic')).error.code, '42501')
    good(await ada.client.from('subscription_plans').update({ price: 99 }).eq('name', 'basic'))
  })

  test('the free subscription opens by procedure, or directly in its exact form', async () => {
    const { client, user } = await doctor()
    const { data: id } = good(await client.rpc('create_free_subscription_for_user', { user_id: user.id }))
    assert.equal(good(await client.rpc('ensure_valid_subscription', { user_id: user.id })).data, id)
    const now = new Date().toISOString()
    const { data: current } = good(
      await client.from('user_subscriptions').select('id, minutes_used, plan_id').eq('user_id', user.id).gte('current_period_end', now).order('current_period_end', { ascending: false }).limit(1).single(),
    )
    assert.equal(current.id, id)
    const end = new Date(Date.now() + 30 * 86_400_000).toISOString()
    const form = { user_id: user.id, tier: 'free', monthly_minutes: 30, minutes_used: 0, start_date: now, end_date: end, is_active: true, price: 0 }
    assert.equal((await client.from('user_subscriptions').insert(form)).error.code, '23505')
    const other = await doctor()
    assert.equal((await other.client.from('user_subscriptions').insert({ ...form, user_id: other.user.id, tier: 'basic' })).error.code, '42501')
    good(await other.client.from('user_subscriptions').insert({ ...form, user_id: other.user.id }))
    assert.equal((await other.client.from('user_subscriptions').update({ minutes_used: 0 }).eq('user_id', other.user.id)).error.code, '42501')
  })

  test('procedures refuse who may not call them and what they cannot do', async () => {
    assert.equal((await bruno.client.rpc('ensure_valid_subscription', { user_id: anna.user.id })).error.code, '42501')
    assert.equal((await anna.client.rpc('run_sql_migration', { sql: 'select 1' })).error.code, '42501')
    assert.deepEqual(good(await ada.client.rpc('run_sql_migration', { sql: 'drop table patients' })).data, { success: true })
    const missing = await anna.client.rpc('no_such_function')
    assert.deepEqual([missing.status, missing.error.code], [404, 'PGRST202'])
    const paid = await anna.client.rpc('handle_plan_change', { user_id: anna.user.id, new_tier: 'basic' })
    assert.deepEqual([paid.status, paid.error.code], [403, '42501'])
    assert.equal((await anna.client.rpc('handle_plan_change', { user_id: anna.user.id, new_tier: 'enterprise' })).error.code, '23514')
  })
})

describe('what integrators use', () => {
  test('upsert merges and ignores', async () => {
    const { client } = await doctor()
    const { data: row } = good(await client.from('patients').insert(invented()).select().single())
    const merged = good(await client.from('patients').upsert({ ...row, last_name: 'Neri' }).select('last_name').single())
    assert.equal(merged.data.last_name, 'Neri')
    const ignored = good(await client.from('patients').upsert({ ...row, last_name: 'Blu' }, { ignoreDuplicates: true }).select())
    assert.deepEqual(ignored.data, [])
  })

  test('lists of the other side, inner joins and paging within them', async () => {
    const { client } = await doctor()
    const { data: patient } = good(await client.from('patients').insert(invented()).select().single())
    good(await client.from('patients').insert(invented({ last_name: 'Senza' })))
    good(await client.from('consultations').insert(['uno', 'due'].map((motivo_visita) => ({ patient_id: patient.id, motivo_visita }))))
    const { data: all } = good(
      await client.from('patients').select('last_name, consultations(motivo_visita)').order('last_name').order('created_at', { referencedTable: 'consultations', ascending: false }).limit(1, { referencedTable: 'consultations' }),
    )
    assert.deepEqual(all, [{ last_name: 'Rossi', consultations: [{ motivo_visita: 'due' }] }, { last_name: 'Senza', consultations: [] }])
    const inner = good(await client.from('patients').select('last_name, consultations!inner(id)', { count: 'exact' }))
    assert.deepEqual([inner.count, inner.data.length], [1, 1])
  })

  test('a count alone is refused where the rows would be', async () => {
    const { count, status } = await anna.client.from('patients').select('*', { count: 'exact', head: true }).order('nope')
    assert.deepEqual([count, status], [null, 400])
    assert.equal((await anna.client.from('patients').select('*, consultations(nope)', { count: 'exact', head: true })).status, 400)
  })

  test('asks how long an answer would be and is told no other length', async () => {
    const headers = { apikey: scriba.key, authorization: `Bearer ${anna.session.access_token}` }
    const ask = (method, path) => fetch(`${scriba.url}/rest/v1/${path}`, { method, headers })
    const head = await ask('HEAD', 'subscription_plans')
    assert.deepEqual([head.status, head.headers.get('content-length')], [200, null])
    assert.equal(head.headers.get('content-range'), (await ask('GET', 'subscription_plans')).headers.get('content-range'))
    const nowhere = await ask('HEAD', 'nowhere')
    assert.deepEqual([nowhere.status, nowhere.headers.get('content-length')], [404, (await ask('GET', 'nowhere')).headers.get('content-length')])
  })

  test('by a method that is not served is told which are', async () => {
    const headers = { apikey: scriba.key, authorization: `Bearer ${anna.session.access_token}` }
    for (const [method, path, allowed] of [
      ['PUT', 'patients?id=eq.x', 'GET, HEAD, POST, PATCH, DELETE'],
      ['OPTIONS', 'patients', 'GET, HEAD, POST, PATCH, DELETE'],
      ['PATCH', 'rpc/handle_plan_change', 'POST'],
      ['GET', 'rpc/handle_plan_change', 'POST'],
    ]) {
      const answer = await fetch(`${scriba.url}/rest/v1/${path}`, { method, headers })
      assert.deepEqual([answer.status, answer.headers.get('allow')], [405, allowed], `${method} ${path}`)
    }
    const put = await fetch(`${scriba.url}/rest/v1/patients`, { method: 'PUT', headers })
    assert.equal((await put.json()).code, 'PGRST117')
  })

  test('names are as long as an index can hold, whatever their letters', async () => {
    const { client } = await doctor()
    // Letters of four bytes that no database can make shorter.
    const long = (length) => String.fromCodePoint(...Array.from({ length }, () => 0x10000 + Math.floor(Math.random() * 0xfff00)))
    const [first_name, last_name] = [long(300), long(300)]
    const { data } = good(await client.from('patients').insert(invented({ first_name, last_name })).select('first_name, last_name').single())
    assert.deepEqual(data, { first_name, last_name })
    for (const more of [{ first_name: long(301) }, { last_name: long(301) }, { last_name: long(1000) }]) {
      const refused = await client.from('patients').insert(invented(more))
      assert.deepEqual([refused.status, refused.error.code], [400, '22001'])
    }
    const plan = await ada.client.from('subscription_plans').insert({ name: long(301), monthly_minutes: 1 })
    assert.deepEqual([plan.status, plan.error.code], [400, '22001'])
  })

  test('a procedure answers one object to who wants one, and never a part in place of the whole', async () => {
    const { client, user } = await doctor()
    const opened = good(await client.rpc('create_free_subscription_for_user', { user_id: user.id }).single())
    assert.match(opened.data, /^[0-9a-f-]{36}$/)
    const findings = good(await ada.client.rpc('subscription_diagnosis').select()).data
    assert.ok(findings.length > 1)
    const several = await ada.client.rpc('subscription_diagnosis').single()
    assert.deepEqual([several.status, several.error.code], [406, 'PGRST116'])
    for (const part of [ada.client.rpc('subscription_diagnosis').limit(1), ada.client.rpc('subscription_diagnosis').eq('kind', 'x'), ada.client.rpc('subscription_diagnosis').select('kind')]) {
      const { error, status } = await part
      assert.deepEqual([error.code, status], ['PGRST127', 400])
    }
    const strict = await fetch(`${scriba.url}/rest/v1/rpc/ensure_valid_subscription`, {
      method: 'POST',
      body: JSON.stringify({ user_id: user.id }),
      headers: { apikey: scriba.key, authorization: `Bearer ${(await client.auth.getSession()).data.session.access_token}`, prefer: 'handling=strict, colour=blue' },
    })
    assert.deepEqual([strict.status, (await strict.json()).code], [400, 'PGRST122'])
  })

  test('a refusal names its code and leaves no trace of the inside', async () => {
    for (const [ask, code, status] of [
      [anna.client.from('accounts').select('*'), 'PGRST205', 404],
      [anna.client.from('patients').select('password'), '42703', 400],
      [anna.client.from('patients').select('*').eq('id', 'x'), '22P02', 400],
      [anna.client.from('patients').select('*').eq('notes', 'x'), 'PGRST127', 400],
      [anna.client.from('patients').select('*, nothing(*)'), 'PGRST200', 400],
      [anna.client.from('patients').insert({ colour: 1 }), 'PGRST204', 400],
      [anna.client.from('patients').insert(invented({ weight: 501 })), '23514', 400],
      [anna.client.from('patients').insert({ first_name: 'x' }), '23502', 400],
    ]) {
      const { error, status: answered } = await ask
      assert.deepEqual([error.code, answered], [code, status])
      assert.doesNotMatch(JSON.stringify(error), /SELECT|INSERT|sqlite|\.cc/)
    }
  })

  test('an ended session is refused', async () => {
    const { client, session } = await doctor()
    good(await client.auth.signOut({ scope: 'global' }))
    const answer = await fetch(`${scriba.url}/rest/v1/patients`, { headers: { apikey: scriba.key, authorization: `Bearer ${session.access_token}` } })
    assert.equal(answer.status, 401)
    assert.equal((await answer.json()).code, 'PGRST303')
    assert.match(answer.headers.get('www-authenticate'), /invalid_token/)
  })
})
