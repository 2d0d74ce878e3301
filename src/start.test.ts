import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'

// docs/decisions/0118-load-parts-when-first-needed.md: what only some services or requests need is not loaded at the start.

const LATER = [
  'file-type',
  'graphql',
  'html-to-text',
  'imapflow',
  'mailauth',
  'marked',
  'nodemailer',
  'smtp-server',
  'typebox/build/value',
  'undici',
]

/** Prints the address of each module that loading the service takes. */
const PRINT = `
  import { registerHooks } from 'node:module'
  registerHooks({ load(url, context, next) { console.log(url); return next(url, context) } })
  await import(${JSON.stringify(new URL('service.ts', import.meta.url).href)})`

test('the start loads no package that only some services or requests need', () => {
  const loaded = execFileSync(process.execPath, ['--input-type=module', '--eval', PRINT], { encoding: 'utf8' })
  assert.match(loaded, /node_modules\/fastify\//)
  assert.deepEqual(
    LATER.filter((name) => loaded.includes(`/node_modules/${name}/`)),
    [],
  )
})
