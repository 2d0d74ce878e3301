import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { errorWords, KNOWN } from './service-errors.ts'

const src = fileURLToPath(new URL('../../src', import.meta.url))

test('every translated error is one that the service says, letter by letter', () => {
  const source = globSync('{core,surfaces}/**/*.ts', { cwd: src })
    .map((path) => readFileSync(join(src, path), 'utf8'))
    .join('\n')
  for (const message of Object.keys(KNOWN)) assert.ok(source.includes(`'${message}'`), message)
  for (const part of ['password has $', 'password is easy to guess: ']) {
    assert.ok(source.includes(part), part)
  }
})

test('values are kept, and what is not known stays as it is', () => {
  const words = (message: string) => errorWords(new Error(message))
  assert.equal(
    words('password has 5 characters; 12 to 200 are needed.'),
    'The password has 5 characters; 12 to 200 are needed.',
  )
  assert.equal(
    words('password is easy to guess: 123. Choose another one.'),
    'This password is easy to guess. Choose another one.',
  )
  assert.equal(words('Something else.'), 'Something else.')
})
