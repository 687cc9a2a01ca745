// The headers that protect a page stand in every answer, each once and under its own name.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { install, password } from './harness.mjs'

const always = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'microphone=(self), screen-wake-lock=(self), camera=(), geolocation=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

describe('the headers of an answer', () => {
  test('are all there, whether the answer sets some of them itself or none', async () => {
    const scriba = await install()
    try {
      await scriba.signUp('anna@example.com')
      const headers = { apikey: scriba.key, 'content-type': 'application/json' }
      const body = JSON.stringify({ email: 'anna@example.com', password })
      const answers = {
        'sets none': [await fetch(`${scriba.url}/rest/v1/patients?limit=1`, { headers }), 'no-store'],
        'sets what all have': [await fetch(`${scriba.url}/auth/v1/token?grant_type=password`, { method: 'POST', headers, body }), 'no-store'],
        'sets another': [await fetch(`${scriba.url}/config.json`), 'no-cache'],
        'is a refusal': [await fetch(`${scriba.url}/nowhere/at/all`, { method: 'PATCH' }), 'no-store'],
      }
      for (const [which, [answer, cache]] of Object.entries(answers)) {
        for (const [name, value] of Object.entries(always)) assert.equal(answer.headers.get(name), value, `${which}: ${name}`)
        assert.match(answer.headers.get('content-security-policy'), /^default-src 'self'; [^,]*frame-ancestors 'none'$/, which)
        assert.equal(answer.headers.get('cache-control'), cache, which)
        assert.match(answer.headers.get('x-request-id'), /^[0-9a-f-]{36}$/, which)
      }
    } finally {
      await scriba.remove()
    }
  })
})
