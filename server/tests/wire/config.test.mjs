// What an operator configures for everybody to see, and how a plan is activated where nothing is configured.
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { install, runOnce } from './harness.mjs'

const told = async (scriba) => (await fetch(`${scriba.url}/config.json`)).json()

describe('the public configuration', () => {
  test('has the two price lists and nothing of an operator who said nothing', async () => {
    const scriba = await install()
    try {
      const config = await told(scriba)
      assert.deepEqual(config.landingPrices, { free: 0, basic: 99, advanced: 199, enterprise: null })
      assert.deepEqual(config.prices, { free: 0, basic: 9.99, advanced: 19.99, enterprise: 49.99 })
      assert.equal(config.audioRetention, 'keep')
      assert.equal(config.auditLogDays, 365)
      for (const name of ['contactEmail', 'checkout', 'billingPortal', 'controller']) assert.ok(!(name in config), name)

      const { client, user } = await scriba.signUp('anna@example.com')
      const refused = await client.functions.invoke('subscription', { body: { action: 'changePlan', userId: user.id, tier: 'basic' } })
      assert.equal(refused.error.context.status, 403, 'a paid plan needs its payment')
      const { data: plans } = await client.from('subscription_plans').select('name, price').order('monthly_minutes')
      assert.deepEqual(plans.map(({ price }) => price), [0, 9.99, 19.99, 49.99])
    } finally {
      await scriba.remove()
    }
  })

  test('shows what the operator configured, and none of the secrets', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'scriba-prices-'))
    const prices = join(folder, 'prezzi.toml')
    await writeFile(prices, '[landing]\nfree = 0\nbasic = 79\n[product]\nfree = 0\nbasic = 79\nadvanced = 149.5\n')
    const scriba = await install({
      SCRIBA_CONTACT_EMAIL: 'info@studio.example',
      SCRIBA_CHECKOUT_BASIC_URL: 'https://pay.example/basic',
      SCRIBA_BILLING_PORTAL_URL: 'https://pay.example/portal',
      SCRIBA_CONTROLLER_NAME: 'Studio Verdi',
      SCRIBA_CONTROLLER_ADDRESS: 'Via Roma 1, Torino',
      SCRIBA_PRICES_FILE: prices,
      SCRIBA_AUDIO_RETENTION: '30',
      SCRIBA_SELF_ACTIVATION: 'on',
      SCRIBA_SPEECH_KEY: 'geheim-1',
      SCRIBA_CAPTCHA_SECRET: 'geheim-2',
    })
    try {
      const config = await told(scriba)
      assert.equal(config.contactEmail, 'info@studio.example')
      assert.deepEqual(config.checkout, { basic: 'https://pay.example/basic' })
      assert.equal(config.billingPortal, 'https://pay.example/portal')
      assert.deepEqual(config.controller, { name: 'Studio Verdi', address: 'Via Roma 1, Torino', email: 'info@studio.example' })
      assert.deepEqual(config.landingPrices, { free: 0, basic: 79, advanced: null, enterprise: null })
      assert.equal(config.prices.advanced, 149.5)
      assert.equal(config.audioRetention, '30')
      const text = JSON.stringify(config)
      const service = (await readFile(join(scriba.dataDir, 'service.key'), 'utf8')).trim()
      for (const secret of ['geheim', service]) assert.ok(!text.includes(secret))

      const { client, user } = await scriba.signUp('anna@example.com')
      const changed = await client.functions.invoke('subscription', { body: { action: 'changePlan', userId: user.id, tier: 'basic' } })
      assert.equal(changed.data.success, true)
      const { data: month } = await client.from('user_subscriptions').select('tier, price').single()
      assert.deepEqual(month, { tier: 'basic', price: 79 })
    } finally {
      await scriba.remove()
      await rm(folder, { recursive: true, force: true })
    }
  })

  test('that cannot be right stops the program with the name of the setting', async () => {
    for (const [name, value] of [
      ['SCRIBA_CHECKOUT_BASIC_URL', 'javascript:alert(1)'],
      ['SCRIBA_CORS_ORIGINS', 'https://app.example/page'],
      ['SCRIBA_AUDIO_RETENTION', 'sometimes'],
      ['SCRIBA_PRICES_FILE', '/does/not/exist.toml'],
    ]) {
      const folder = await mkdtemp(join(tmpdir(), 'scriba-config-'))
      const { code, output } = await runOnce(['serve'], { SCRIBA_DATA_DIR: folder, SCRIBA_PORT: '1', [name]: value })
      assert.notEqual(code, 0)
      assert.match(output, new RegExp(name))
      await rm(folder, { recursive: true, force: true })
    }
  })
})
