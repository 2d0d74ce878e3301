import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findWeakness } from './common-passwords.ts'

test('common passwords are found, whatever their case and with something added', async () => {
  for (const weak of [
    'unbelievable',
    'Administrator',
    'password1234',
    'Password!2026',
    'qwertyuiop12',
    'aaaaaaaaaaaa',
    '121212121212',
  ]) {
    assert.notEqual(await findWeakness(weak), null, weak)
  }
})

test('other passwords are taken, in any language', async () => {
  for (const good of [
    'correct horse battery',
    'a good password',
    'лошадь батарея скоба',
    '正しい馬の電池のホチキスです',
    'vT9#kq2!Lm0z',
  ]) {
    assert.equal(await findWeakness(good), null, good)
  }
})
