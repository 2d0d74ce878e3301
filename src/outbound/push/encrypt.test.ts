import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arePushKeys, encryptPush, PUSH_TEXT_BYTES } from './encrypt.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')
/** A browser's keys, as RFC 8291 has them in its appendix A. */
const KEYS = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}

test('encrypts the example of RFC 8291, byte by byte', () => {
  const made = { salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'), key: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw') }
  assert.equal(
    encryptPush('When I grow up, I want to be a watermelon', KEYS, made).toString('base64url'),
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test('one push holds what push services take, and no more; no two are alike', () => {
  assert.equal(encryptPush('x'.repeat(PUSH_TEXT_BYTES), KEYS).length, 4_096)
  assert.throws(() => encryptPush('x'.repeat(PUSH_TEXT_BYTES + 1), KEYS), RangeError)
  assert.notDeepEqual(encryptPush('x', KEYS), encryptPush('x', KEYS))
})

test('keys that nothing can be encrypted for are known', () => {
  assert.equal(arePushKeys(KEYS), true)
  const offCurve = bytes(KEYS.p256dh)
  offCurve[64] = (offCurve[64] as number) ^ 1
  for (const p256dh of [
    '',
    'x',
    KEYS.auth,
    offCurve.toString('base64url'),
    Buffer.alloc(65, 4).toString('base64url'),
  ]) {
    assert.equal(arePushKeys({ ...KEYS, p256dh }), false, p256dh)
  }
  assert.equal(arePushKeys({ ...KEYS, auth: KEYS.p256dh }), false)
})
