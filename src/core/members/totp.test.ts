import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchTotp, newTotpSecret, totpCode } from './totp.ts'

// RFC 6238, appendix B: the secret is the ASCII text 12345678901234567890; its last six digits of eight.
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test('codes are those of RFC 6238', () => {
  const vectors: [number, string][] = [
    [59, '287082'],
    [1111111109, '081804'],
    [1234567890, '005924'],
    [20000000000, '353130'],
  ]
  for (const [seconds, code] of vectors) assert.equal(totpCode(SECRET, Math.floor(seconds / 30)), code)
})

test('a code holds for its step and one beside it, and only once', () => {
  const secret = newTotpSecret()
  const now = 1_700_000_000_000
  const step = Math.floor(now / 30_000)
  for (const near of [step - 1, step, step + 1]) assert.equal(matchTotp(secret, totpCode(secret, near), now, 0), near)
  assert.equal(matchTotp(secret, totpCode(secret, step + 3), now, 0), null)
  assert.equal(matchTotp(secret, totpCode(secret, step), now, step), null)
  assert.equal(matchTotp(secret, 'abcdef', now, 0), null)
})
