// The headers that protect what an answer holds stand in every answer, those that protect a page in its files; each once
// and under its own name.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { install, password } from './harness.mjs'

const ofAll = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
}
const ofData = { ...ofAll, 'content-security-policy': "default-src 'none'; media-src 'self'; frame-ancestors 'none'", 'cache-control': 'no-store' }
const ofPages = {
  ...ofAll,
  'x-frame-options': 'DENY',
  'permissions-policy': 'microphone=(self), screen-wake-lock=(self), camera=(), geolocation=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-cache',
}

function assertHeaders(answer, expected, which) {
  for (const [name, value] of Object.entries(expected)) assert.equal(answer.headers.get(name), value, `${which}: ${name}`)
  assert.match(answer.headers.get('x-request-id'), /^[0-9a-f-]{36}$/, which)
}

describe('the headers of an answer', () => {
  test('are all there, whether the answer sets some of them itself or none', async () => {
    const scriba = await install()
    try {
      await scriba.signUp('anna@example.com')
      const headers = { apikey: scriba.key, 'content-type': 'application/json' }
      const body = JSON.stringify({ email: 'anna@example.com', password })
      const answers = {
        'sets none': await fetch(`${scriba.url}/rest/v1/patients?limit=1`, { headers }),
        'sets what all have': await fetch(`${scriba.url}/auth/v1/token?grant_type=password`, { method: 'POST', headers, body }),
        'is a refusal': await fetch(`${scriba.url}/nowhere/at/all`, { method: 'PATCH' }),
      }
      for (const [which, answer] of Object.entries(answers)) assertHeaders(answer, ofData, which)
      assertHeaders(await fetch(`${scriba.url}/config.json`), { ...ofData, 'cache-control': 'no-cache' }, 'sets another')
    } finally {
      await scriba.remove()
    }
  })

  test('of a page say what it may load, and that nobody may frame it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'scriba-page-'))
    await writeFile(join(folder, 'index.html'), '<!doctype html>')
    const scriba = await install({ SCRIBA_WEB_DIR: folder })
    try {
      const page = await fetch(`${scriba.url}/app/patients`)
      assertHeaders(page, ofPages, 'page')
      assert.match(page.headers.get('content-security-policy'), /^default-src 'self'; [^,]*frame-ancestors 'none'$/)
    } finally {
      await scriba.remove()
      await rm(folder, { recursive: true })
    }
  })
})
