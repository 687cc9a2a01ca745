// A backup, and the installation that it becomes.
import assert from 'node:assert/strict'
import { existsSync, statSync } from 'node:fs'
import { copyFile, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { ownDatabase } from './harness.mjs'
import { emptyPlace, everything, needsPostgres, practice, query, refused, run, sealedFiles, whatIsThere } from './practice.mjs'

/** A folder that is not on the volume of the temporary one; nothing where there is none. */
const otherVolume = ['/dev/shm'].find((place) => existsSync(place) && statSync(place).dev !== statSync(tmpdir()).dev)

let folder
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scriba-backup-'))
})
after(() => rm(folder, { recursive: true, force: true }))

describe('a backup', () => {
  let source
  let archive
  before(async () => {
    source = await practice()
    archive = join(folder, 'praxis.tar')
    assert.match(await run(source.scriba, 'backup', archive), /1 sealed files[\s\S]*master key is NOT inside/)
  })
  after(() => source.scriba.remove())

  test('taken while the program runs becomes an installation with the key beside it', async () => {
    const place = await emptyPlace()
    assert.match(await refused(place, 'restore', archive), /has no master key/)
    const key = join(place.dataDir, 'master.key')
    await writeFile(key, `${'ab'.repeat(32)}\n`, { mode: 0o600 })
    assert.match(await refused(place, 'restore', archive), /not the one of this backup/)
    await copyFile(join(source.scriba.dataDir, 'master.key'), key)
    await run(place, 'restore', archive)
    await place.start()
    try {
      assert.deepEqual(await whatIsThere(place), everything)
      assert.match(await refused(place, 'restore', archive), /in use by another program/)
      await place.stop()
      assert.match(await refused(place, 'restore', archive), /empty/)
    } finally {
      await place.remove()
    }
  })

  test('tells which sound the database names and the disk has not', async () => {
    const { scriba } = await practice()
    try {
      const audio = join(scriba.dataDir, 'audio')
      const [file] = await sealedFiles(audio)
      await rename(join(audio, file), join(folder, file))
      const told = await refused(scriba, 'backup', join(folder, 'lacking.tar'))
      assert.match(told, /1 sealed files that the database names are missing/)
      assert.ok(told.includes(file))
    } finally {
      await scriba.remove()
    }
  })

  test('with its key needs nothing else, and may be written again over the last one', async () => {
    const place = await emptyPlace()
    const whole = join(folder, 'whole.tar')
    for (let times = 0; times < 2; ++times) {
      assert.match(await run(source.scriba, 'backup', whole, '--with-key'), /whoever has this file can read everything/)
    }
    await run(place, 'restore', whole)
    await place.start()
    try {
      assert.deepEqual(await whatIsThere(place), everything)
    } finally {
      await place.remove()
    }
  })

  test('is restored where the sound lies on a volume of its own', { skip: otherVolume ? false : 'needs a second file system' }, async () => {
    const place = await emptyPlace()
    const volume = await mkdtemp(join(otherVolume, 'scriba-sound-'))
    try {
      await symlink(volume, join(place.dataDir, 'audio'))
      await copyFile(join(source.scriba.dataDir, 'master.key'), join(place.dataDir, 'master.key'))
      assert.match(await run(place, 'restore', archive), /1 sealed files/)
      assert.equal((await sealedFiles(volume)).length, 1)
      await place.start()
      assert.deepEqual(await whatIsThere(place), everything)
    } finally {
      await place.remove()
      await rm(volume, { recursive: true })
    }
  })

  test('whose sound or rows cannot be put in place writes no row, and is restored once they can', async () => {
    const place = await emptyPlace()
    const audio = join(place.dataDir, 'audio')
    const { SCRIBA_DATABASE_URL: database } = place.environment
    try {
      await copyFile(join(source.scriba.dataDir, 'master.key'), join(place.dataDir, 'master.key'))
      await writeFile(audio, 'in the way')
      assert.match(await refused(place, 'restore', archive), /sound cannot be put into/)
      await rm(audio)
      if (database) {
        await query(database, 'ALTER TABLE consultations ADD CONSTRAINT refusing CHECK (false)')
        await refused(place, 'restore', archive)
        assert.equal((await sealedFiles(audio)).length, 1)
        await query(database, 'ALTER TABLE consultations DROP CONSTRAINT refusing')
      }
      await run(place, 'restore', archive)
      await place.start()
      assert.deepEqual(await whatIsThere(place), everything)
    } finally {
      await place.remove()
    }
  })

  test('does not touch the sound beside a database that is not empty', { skip: needsPostgres }, async () => {
    const { scriba } = await practice()
    try {
      await scriba.stop()
      const before = await sealedFiles(join(scriba.dataDir, 'audio'))
      await copyFile(join(source.scriba.dataDir, 'master.key'), join(scriba.dataDir, 'master.key'))
      assert.match(await refused(scriba, 'restore', archive), /not empty/)
      assert.deepEqual(await sealedFiles(join(scriba.dataDir, 'audio')), before)
    } finally {
      await scriba.remove()
    }
  })

  test('that is damaged or cut off is refused, and leaves nothing behind', async () => {
    const bytes = await readFile(archive)
    const place = await emptyPlace()
    const broken = join(folder, 'broken.tar')
    const flipped = Buffer.from(bytes)
    flipped[100_000] ^= 1
    for (const content of [flipped, bytes.subarray(0, bytes.length / 2), Buffer.from('no archive')]) {
      await writeFile(broken, content)
      assert.match(await refused(place, 'restore', broken), /damaged|no whole/)
    }
    await assert.rejects(readFile(join(place.dataDir, 'scriba.db')))
  })
})

// As a large practice's would: what takes longer than any request may. It is seen by the statement's own limit.
test('a database that takes long over one step of an upgrade, a move or a restore is not cut off', { skip: needsPostgres }, async () => {
  const slowly = async () => {
    const { SCRIBA_DATABASE_URL: database } = await ownDatabase()
    await query(
      database,
      `CREATE FUNCTION slowly() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
         IF current_query() ~ 'CREATE TABLE patients|"patients" DISABLE' THEN PERFORM pg_sleep(4); END IF; END $$;
       CREATE EVENT TRIGGER slowly ON ddl_command_start EXECUTE FUNCTION slowly()`,
    )
    return `${database}?options=-c%20statement_timeout%3D3s`
  }
  const { scriba } = await practice({ SCRIBA_DATABASE_URL: '' })
  const place = await emptyPlace()
  try {
    await scriba.stop()
    const archive = join(folder, 'slowly.tar')
    await run(scriba, 'backup', archive, '--with-key')
    scriba.environment.SCRIBA_DATABASE_URL = await slowly()
    await run(scriba, 'migrate', '--from', `sqlite:${join(scriba.dataDir, 'scriba.db')}`, '--to', scriba.environment.SCRIBA_DATABASE_URL)
    await scriba.start()
    assert.deepEqual(await whatIsThere(scriba), everything)

    place.environment.SCRIBA_DATABASE_URL = await slowly()
    await run(place, 'restore', archive)
    await place.start()
    assert.deepEqual(await whatIsThere(place), everything)
    await place.stop()
    place.environment.SCRIBA_DATABASE_URL = await slowly()
    await run(place, 'erasures')
  } finally {
    await place.remove()
    await scriba.remove()
  }
})
