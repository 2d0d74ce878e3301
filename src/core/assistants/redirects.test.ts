import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRegistered, placeOf, publisherOf, whyNoRedirect, withAnswer } from './redirects.ts'

test('redirect addresses are https, or of a program on this computer', () => {
  for (const good of [
    'https://claude.ai/api/mcp/auth_callback',
    'https://a.example:8443/cb?x=1',
    'http://127.0.0.1:3334/oauth/callback',
    'http://[::1]:9/cb',
    'http://localhost/callback',
    'cursor://anysphere.cursor-mcp/oauth/callback',
    'vscode://maker.extension/callback',
    'com.example.app:/oauth',
  ]) {
    assert.equal(whyNoRedirect(good), null, good)
  }
  for (const bad of [
    'http://a.example/cb',
    'http://localhost.evil.example/cb',
    'http://127.0.0.1.nip.io/cb',
    'http://127.0.0.2/cb',
    'https://a.example/cb#',
    'https://a.example/cb#x',
    'https://user@a.example/cb',
    'https://:pw@a.example/cb',
    'https://a.example\\@evil.example/cb',
    'https://a.example/\tcb',
    ' https://a.example/cb',
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://a.example/cb',
    'intent://a.example/cb',
    'file:///cb',
    '.app:/cb',
    'com..app:/cb',
    'myapp://callback',
    '//a.example/cb',
    'cb',
    '',
    `https://a.example/${'x'.repeat(1_000)}`,
  ]) {
    assert.notEqual(whyNoRedirect(bad), null, bad)
  }
})

test('an address is compared to the letter, but for the port of a loopback one', () => {
  const registered = ['https://a.example/cb?x=1', 'http://127.0.0.1:3334/cb', 'http://localhost/cb']
  for (const same of [...registered, 'http://127.0.0.1:50000/cb', 'http://127.0.0.1/cb', 'http://localhost:1/cb']) {
    assert.ok(isRegistered(registered, same), same)
  }
  for (const other of [
    'https://a.example/cb',
    'https://a.example/cb?x=1&y=2',
    'https://a.example:444/cb?x=1',
    'https://A.example/cb?x=1',
    'https://a.example/cb/?x=1',
    'https://a.example/./cb?x=1',
    'https://127.0.0.1:3334/cb',
    'http://127.0.0.1:3334/cb/',
    'http://127.0.0.1:3334/cb?x',
    'http://[::1]:3334/cb',
    'http://127.0.0.1:3334@evil.example/cb',
  ]) {
    assert.ok(!isRegistered(registered, other), other)
  }
})

test('an address of a program’s scheme is one of the member’s computer, named by the scheme', () => {
  const editor = 'cursor://anysphere.cursor-mcp/oauth/callback'
  assert.deepEqual(publisherOf(editor), { kind: 'computer' })
  assert.deepEqual([editor, 'com.example.app:/cb', 'https://a.example:8443/cb', 'http://localhost:1/cb'].map(placeOf), [
    'cursor',
    'com.example.app',
    'a.example:8443',
    'localhost:1',
  ])
  assert.ok(isRegistered([editor], editor))
  assert.ok(!isRegistered([editor], `${editor}/`))
  assert.equal(withAnswer(editor, { code: 'a b' }), `${editor}?code=a+b`)
})

test('publishers are known by the whole host', () => {
  assert.deepEqual(publisherOf('https://claude.ai/cb'), { kind: 'known', name: 'Anthropic' })
  assert.deepEqual(publisherOf('https://constructor/cb'), { kind: 'unknown' })
  assert.deepEqual(publisherOf('http://localhost:1/cb'), { kind: 'computer' })
  for (const host of ['claude.ai.evil.example', 'evil-claude.ai', 'claude.ai:444', 'x.claude.ai']) {
    assert.deepEqual(publisherOf(`https://${host}/cb`), { kind: 'unknown' }, host)
  }
})

test('an answer is added to the query that is there', () => {
  const answer = { code: 'a b&c', state: null, iss: 'https://x/y' }
  assert.equal(
    withAnswer('https://a.example/cb?x=1', answer),
    'https://a.example/cb?x=1&code=a+b%26c&iss=https%3A%2F%2Fx%2Fy',
  )
})
