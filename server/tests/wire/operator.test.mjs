// What an operator does from the command line, beside the running program or while it is stopped.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, readFile, readdir, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { freePort, ownDatabase, password, runOnce } from './harness.mjs'
import { emptyPlace, everything, good, needsPostgres, practice, refused, run, sealedFiles, sound, whatIsThere } from './practice.mjs'

let folder
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scriba-operator-'))
})
after(() => rm(folder, { recursive: true, force: true }))

test('the export of one doctor holds all of their data, readable, and nobody else’s', async () => {
  const { scriba, user, patient } = await practice()
  try {
    const other = await scriba.signUp('bruno@example.com')
    good(await other.client.from('patients').insert({ first_name: 'Estranea', last_name: 'Altrui', birth_date: '1980-01-01', gender: 'female' }))
    const zip = join(folder, 'anna.zip')
    assert.match(await refused(scriba, 'export', '--user', 'nessuno@example.com', '--output', zip), /no account/)
    assert.match(await run(scriba, 'export', '--user', 'ANNA@example.com', '--output', zip), /1 sound files/)
    const out = join(folder, 'anna')
    await promisify(execFile)('python3', ['-m', 'zipfile', '-e', zip, out])
    const text = await readFile(join(out, 'data.json'), 'utf8')
    const data = JSON.parse(text)
    assert.equal(data.account.id, user.id)
    assert.deepEqual(data.tables.patients.map(({ id, notes }) => ({ id, notes })), [{ id: patient.id, notes: 'Allergico alle noci' }])
    assert.equal(data.tables.consultations[0].transcription, 'Buongiorno.')
    assert.equal(data.tables.users[0].email, 'anna@example.com')
    assert.deepEqual(data.minutes_ledger.map(({ minutes }) => minutes), [2])
    assert.ok(data.events.some(({ event }) => event === 'signed_up' || event === 'signed_in'))
    assert.doesNotMatch(text, /Altrui|argon2/)
    assert.ok((await readFile(join(out, 'audio', 'visita.mp3'))).equals(Buffer.from(sound)))
  } finally {
    await scriba.remove()
  }
})

// The tables show an administrator everybody's profile and plan.
test('the export of an administrator holds nobody else’s rows either', async () => {
  const { scriba, user } = await practice()
  try {
    await scriba.signUp('bruno@example.com')
    await run(scriba, 'user', 'role', '--email', 'anna@example.com', '--role', 'superadmin')
    const zip = join(folder, 'administrator.zip')
    await run(scriba, 'export', '--user', 'anna@example.com', '--output', zip)
    const out = join(folder, 'administrator')
    await promisify(execFile)('python3', ['-m', 'zipfile', '-e', zip, out])
    const text = await readFile(join(out, 'data.json'), 'utf8')
    const { tables } = JSON.parse(text)
    assert.deepEqual(tables.users.map(({ id }) => id), [user.id])
    assert.deepEqual(tables.user_subscriptions.map(({ user_id }) => user_id), [user.id])
    assert.equal(tables.consultations.length, 1)
    assert.doesNotMatch(text, /bruno/)
  } finally {
    await scriba.remove()
  }
})

describe('of an account that is erased', () => {
  test('nothing stays but its id, a backup of before brings it back, and the list of erasures removes it again', async () => {
    const { scriba, user } = await practice()
    const place = await emptyPlace()
    try {
      const other = await scriba.signUp('bruno@example.com')
      good(await other.client.from('patients').insert({ first_name: 'Rosa', last_name: 'Blu', birth_date: '1980-01-01', gender: 'female' }))
      const archive = join(folder, 'before.tar')
      await run(scriba, 'backup', archive, '--with-key')
      assert.match(await refused(scriba, 'user', 'erase', '--email', 'anna@example.com'), /nobody to ask/)
      const said = await run(scriba, 'user', 'erase', '--email', 'Anna@example.com', '--yes')
      assert.match(said, /patients: 1, consultations: 1, recordings: 0, sound files: 1/)
      assert.match(await refused(scriba, 'user', 'erase', '--email', 'anna@example.com', '--yes'), /no account/)
      assert.match((await scriba.client().auth.signInWithPassword({ email: 'anna@example.com', password })).error.code, /invalid_credentials/)
      assert.equal(good(await other.client.from('patients').select('id')).length, 1)

      const list = join(folder, 'erasures.txt')
      const lines = await run(scriba, 'erasures')
      assert.match(lines, new RegExp(`account_erased ${user.id}`))
      await writeFile(list, lines.split('\n').filter((line) => line.includes(' account_erased ')).join('\n'))
      await run(place, 'restore', archive)
      assert.match(await run(place, 'erasures', '--repeat', list), /1 erasures, of which 1 had to be repeated/)
      assert.match(await run(place, 'erasures', '--repeat', list), /1 erasures, of which 0/)
      assert.match(await refused(place, 'user', 'erase', '--email', 'anna@example.com', '--yes'), /no account/)
      await writeFile(list, 'today account_erased everybody\n')
      assert.match(await refused(place, 'erasures', '--repeat', list), /no erasure/)
    } finally {
      await place.remove()
      await scriba.remove()
    }
  })

  test('a patient and a consultation that were deleted are deleted again too', async () => {
    const { scriba, client, user, patient } = await practice()
    const place = await emptyPlace()
    try {
      const name = `${user.id}/visita.mp3`
      const visit = good(await client.from('consultations').insert({ patient_id: patient.id, audio_url: `consultation-audio/${name}` }).select().single())
      const archive = join(folder, 'patients.tar')
      await run(scriba, 'backup', archive, '--with-key')
      good(await client.storage.from('consultation-audio').remove([name]))
      assert.equal(good(await client.from('consultations').select('audio_url').eq('id', visit.id).single()).audio_url, null)
      good(await client.from('consultations').delete().eq('patient_id', patient.id))
      good(await client.from('patients').delete().eq('id', patient.id))
      const lines = await run(scriba, 'erasures')
      for (const line of [`audio_removed ${visit.id}`, `consultation_deleted ${visit.id}`, `patient_deleted ${patient.id}`]) assert.ok(lines.includes(line), line)
      const list = join(folder, 'patients.txt')
      await writeFile(list, lines)
      await run(place, 'restore', archive)
      assert.match(await run(place, 'erasures', '--repeat', list), /had to be repeated/)
      await place.start()
      const restored = place.client()
      good(await restored.auth.signInWithPassword({ email: 'anna@example.com', password }))
      assert.deepEqual(good(await restored.from('patients').select('id')), [])
      assert.deepEqual(good(await restored.storage.from('consultation-audio').list(user.id)), [])
    } finally {
      await place.remove()
      await scriba.remove()
    }
  })

  test('the operator’s key closes it or erases it', async () => {
    const { scriba, user } = await practice()
    try {
      const { admin } = (await scriba.serviceClient()).auth
      good(await admin.deleteUser(user.id, true))
      const { error } = await scriba.client().auth.signInWithPassword({ email: 'anna@example.com', password })
      assert.match(error.code, /invalid_credentials|user_banned/)
      good(await admin.getUserById(user.id))
      good(await admin.deleteUser(user.id))
      assert.equal((await admin.getUserById(user.id)).error.code, 'user_not_found')
    } finally {
      await scriba.remove()
    }
  })
})

// What was unpacked holds the names of all patients, and the key.
test('a restore that cannot put the key into its place leaves nothing behind', async () => {
  const { scriba } = await practice()
  const place = await emptyPlace()
  try {
    const archive = join(folder, 'without-a-place.tar')
    await run(scriba, 'backup', archive, '--with-key')
    place.environment.SCRIBA_MASTER_KEY_FILE = '/proc/nowhere/master.key'
    assert.match(await refused(place, 'restore', archive), /nowhere/)
    assert.ok(!(await readdir(place.dataDir)).includes('restore.part'))
  } finally {
    await place.remove()
    await scriba.remove()
  }
})

test('an export without a sound file that cannot be read is whole but for it, and says so', async () => {
  const { scriba, client, user, patient } = await practice()
  try {
    const other = good(await client.from('patients').insert({ first_name: 'Altra', last_name: 'Persona', birth_date: '1980-01-01', gender: 'female' }).select().single())
    const name = `${user.id}/seconda.mp3`
    good(await client.storage.from('consultation-audio').upload(name, sound, { contentType: 'audio/mpeg' }))
    good(await client.from('consultations').insert({ patient_id: other.id, audio_url: `consultation-audio/${name}`, motivo_visita: 'Sua' }))
    const unzip = async (zip) => {
      const out = zip.replace('.zip', '')
      await promisify(execFile)('python3', ['-m', 'zipfile', '-e', zip, out])
      return JSON.parse(await readFile(join(out, 'data.json'), 'utf8'))
    }
    const one = join(folder, 'one.zip')
    assert.match(await run(scriba, 'export', '--user', 'anna@example.com', '--patient', other.id, '--output', one), /1 sound files/)
    const data = await unzip(one)
    assert.deepEqual(data.tables.patients.map(({ id }) => id), [other.id])
    assert.deepEqual(data.tables.consultations.map(({ motivo_visita }) => motivo_visita), ['Sua'])
    assert.deepEqual(data.tables.report_versions.map(({ motivo_visita }) => motivo_visita), ['Sua'])
    assert.equal(data.account, undefined)
    assert.equal(data.tables.users, undefined)
    assert.match(await refused(scriba, 'export', '--user', 'anna@example.com', '--patient', user.id, '--output', one), /no patient/)

    const audio = join(scriba.dataDir, 'audio')
    const [file] = await sealedFiles(audio)
    await truncate(join(audio, file), 1000)
    const all = join(folder, 'all.zip')
    assert.match(await refused(scriba, 'export', '--user', 'anna@example.com', '--output', all), /1 sound files cannot be read/)
    const whole = await unzip(all)
    assert.equal(whole.tables.patients.length, 2)
    assert.ok(whole.tables.patients.some(({ id }) => id === patient.id))
    assert.match(await readFile(join(folder, 'all', 'unreadable.txt'), 'utf8'), /^audio\//)
    assert.equal((await readdir(join(folder, 'all', 'audio'))).length, 1)
    const exports = whole.events.filter(({ event }) => event === 'data_exported')
    assert.deepEqual(exports.map(({ subject }) => subject), [other.id])
  } finally {
    await scriba.remove()
  }
})

describe('new keys', () => {
  const kids = async (scriba) => (await (await fetch(`${scriba.url}/auth/v1/.well-known/jwks.json`)).json()).keys.map(({ kid }) => kid)
  const kidOf = (token) => JSON.parse(Buffer.from(token.split('.')[0], 'base64url')).kid

  test('for signing overlap with the old ones: nobody is signed out', async () => {
    const { scriba, client, session } = await practice()
    try {
      const [old] = await kids(scriba)
      await run(scriba, 'rotate-keys')
      await scriba.stop()
      await scriba.start()
      const [fresh, ...rest] = await kids(scriba)
      assert.notEqual(fresh, old)
      assert.deepEqual(rest, [old])
      assert.equal(kidOf(session.access_token), old)
      assert.equal((await client.auth.getUser()).error, null)
      const { session: refreshed } = good(await client.auth.refreshSession())
      assert.equal(kidOf(refreshed.access_token), fresh)
    } finally {
      await scriba.remove()
    }
  })

  test('of the installation wrap the data keys anew; what was sealed opens, who was signed in signs in again', async () => {
    const { scriba, session } = await practice()
    try {
      assert.match(await refused(scriba, 'rotate-keys', '--master-key'), /in use by another program: stop that one first/)
      await scriba.stop()
      const file = join(scriba.dataDir, 'master.key')
      const before = await readFile(file, 'utf8')
      assert.match(await run(scriba, 'rotate-keys', '--master-key'), /wrapped anew: 1/)
      assert.notEqual(await readFile(file, 'utf8'), before)
      const former = (await readdir(scriba.dataDir)).filter((name) => /^master\.key\..*\.old$/.test(name))
      assert.equal(former.length, 1)
      assert.equal(await readFile(join(scriba.dataDir, former[0]), 'utf8'), before)
      await scriba.start()
      const { error } = await scriba.client().auth.refreshSession({ refresh_token: session.refresh_token })
      assert.equal(error.code, 'refresh_token_not_found')
      assert.deepEqual(await whatIsThere(scriba), everything)
    } finally {
      await scriba.remove()
    }
  })

  // The former key's name has the second of the change: a second change within it must not take its place.
  test('of the installation that change twice at once leave every former key', async () => {
    const { scriba } = await practice()
    try {
      const file = join(scriba.dataDir, 'master.key')
      const kept = [await readFile(file, 'utf8')]
      await scriba.stop()
      for (let change = 0; change < 4; ++change) {
        const { code } = await runOnce(['rotate-keys', '--master-key'], scriba.environment)
        if (code === 0) kept.push(await readFile(file, 'utf8'))
      }
      const former = (await readdir(scriba.dataDir)).filter((name) => /^master\.key\..*\.old$/.test(name))
      const keys = await Promise.all(former.map((name) => readFile(join(scriba.dataDir, name), 'utf8')))
      assert.deepEqual(new Set([...keys, await readFile(file, 'utf8')]), new Set(kept))
      await scriba.start()
      assert.deepEqual(await whatIsThere(scriba), everything)
    } finally {
      await scriba.remove()
    }
  })

  // Names have at most 255 letters: the new key's is short enough, the one of the former key is not.
  test('of the installation stay as they are where the former key cannot be set aside', async () => {
    const keys = await mkdtemp(join(folder, 'keys-'))
    const file = join(keys, 'k'.repeat(240))
    const { scriba } = await practice({ SCRIBA_MASTER_KEY_FILE: file })
    try {
      const before = await readFile(file, 'utf8')
      await scriba.stop()
      assert.match(await refused(scriba, 'rotate-keys', '--master-key'), /cannot be copied[\s\S]*nothing was changed/)
      assert.equal(await readFile(file, 'utf8'), before)
      await scriba.start()
      assert.deepEqual(await whatIsThere(scriba), everything)
    } finally {
      await scriba.remove()
    }
  })
})

test('a practice moves from SQLite to PostgreSQL and back, and finds everything', { skip: needsPostgres }, async () => {
  const { scriba } = await practice({ SCRIBA_DATABASE_URL: '' })
  try {
    await scriba.stop()
    const { SCRIBA_DATABASE_URL: postgres } = await ownDatabase()
    const file = join(scriba.dataDir, 'scriba.db')
    assert.match(await refused(scriba, 'migrate', '--from', `sqlite:${file}.missing`, '--to', postgres), /no file/)
    const said = await run(scriba, 'migrate', '--from', `sqlite:${file}`, '--to', postgres)
    assert.match(said, /patients: 1 rows, counted and compared/)
    assert.match(said, /total: \d+ rows in \d+ tables/)
    assert.match(await refused(scriba, 'migrate', '--from', `sqlite:${file}`, '--to', postgres), /not empty/)
    scriba.environment.SCRIBA_DATABASE_URL = postgres
    await scriba.start()
    assert.deepEqual(await whatIsThere(scriba), everything)
    await scriba.stop()
    await rm(file)
    await run(scriba, 'migrate', '--from', postgres, '--to', `sqlite:${file}`)
    scriba.environment.SCRIBA_DATABASE_URL = ''
    await scriba.start()
    assert.deepEqual(await whatIsThere(scriba), everything)
  } finally {
    await scriba.remove()
  }
})

describe('a check', () => {
  test('makes nothing where nothing is', async () => {
    const place = await emptyPlace()
    try {
      assert.match(await run(place, 'check'), /master key: .*not there yet/)
      assert.deepEqual(await readdir(place.dataDir), [])
    } finally {
      await place.remove()
    }
  })

  test('fails when the key is another installation’s, or missing', async () => {
    const { scriba } = await practice()
    try {
      await scriba.stop()
      const key = join(scriba.dataDir, 'master.key')
      await rename(key, key + '.kept')
      assert.match(await refused(scriba, 'check'), /master key: .*missing/)
      await rename(key + '.kept', key)
      await run(scriba, 'check')
    } finally {
      await scriba.remove()
    }
  })
})

describe('a data folder', () => {
  test('is served by one program on SQLite; commands run beside it, and it is free at once when that one is killed', async () => {
    const { scriba } = await practice({ SCRIBA_DATABASE_URL: '' })
    try {
      const second = { environment: { ...scriba.environment, SCRIBA_PORT: String(await freePort()) } }
      assert.match(await refused(second, 'serve'), /data folder .* is in use by another program: stop that one first/)
      assert.deepEqual(await whatIsThere(scriba), everything)
      await run(scriba, 'user', 'role', '--email', 'anna@example.com', '--role', 'admin')
      await run(scriba, 'backup', join(folder, 'beside.tar'))
      assert.match(await run(scriba, 'check'), /database: SQLite, at version \d+\n.*integrity: whole\n.*opens what is sealed/s)
      await run(scriba, 'rotate-keys')
      await scriba.stop('SIGKILL')
      await scriba.start()
      assert.deepEqual(await whatIsThere(scriba), everything)
    } finally {
      await scriba.remove()
    }
  })

  test('of a program on SQLite is not shared with one over PostgreSQL', { skip: needsPostgres }, async () => {
    const { scriba } = await practice({ SCRIBA_DATABASE_URL: '' })
    try {
      const second = { environment: { ...scriba.environment, SCRIBA_PORT: String(await freePort()), ...(await ownDatabase()) } }
      assert.match(await refused(second, 'serve'), /shares it with nobody/)
    } finally {
      await scriba.remove()
    }
  })
})

describe('a master key', () => {
  test('that is missing or of another installation stops the start, and nothing is put in its place', async () => {
    const { scriba } = await practice()
    try {
      await scriba.stop()
      const key = join(scriba.dataDir, 'master.key')
      const kept = join(folder, 'kept.key')
      await rename(key, kept)
      assert.match(await refused(scriba, 'serve'), /master key of this installation is missing/)
      assert.ok(!(await readdir(scriba.dataDir)).includes('master.key'))
      await writeFile(key, `${'ab'.repeat(32)}\n`, { mode: 0o600 })
      assert.match(await refused(scriba, 'serve'), /is not the master key of this installation/)
      await copyFile(kept, key)
      await scriba.start()
    } finally {
      await scriba.remove()
    }
  })
})
