import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostsOf } from '#core/ai-agent/foreign-links.ts'
import { guard } from './output-guard.ts'

const prompt = 'You are Ava, the AI assistant of an online store, and answer its customers in a chat.'
const hosts = hostsOf([{ url: 'https://www.shop.example/help' }, { url: '/help/x' }, { url: null }, {}])
const check = (text: string) => guard(text, { prompt, hosts })

test('links lead to where the records are', () => {
  for (const fine of ['See https://shop.example/a?b=1.', 'At shop.example/help', 'No link. At all.', 'e.g. 3.5 kg']) {
    assert.equal(check(fine), null, fine)
  }
  for (const foreign of [
    'See https://evil.example/a',
    'See http://shop.example.evil.example/',
    'Go to evil.example/pay now',
    'Go to //evil.example/pay',
    'www.evil.example',
    'https://shop.example@evil.example/',
  ]) {
    assert.match(String(check(foreign)), /own pages/, foreign)
  }
})

test('the prompt is not repeated, whatever stands between its letters', () => {
  assert.match(String(check(prompt)), /instructions/)
  assert.match(String(check(`Sure: ${prompt.slice(10, 70).toUpperCase()}`)), /instructions/)
  assert.match(String(check([...prompt].join('-').slice(0, 300))), /instructions/)
  assert.equal(check('I am Ava, the AI assistant of this store.'), null)
})

test('what is hidden in one long word is refused', () => {
  assert.match(String(check(Buffer.from(prompt).toString('base64'))), /plain words/)
})
