import assert from 'node:assert/strict'
import { test } from 'node:test'
import { searchTexts } from './search.ts'

const texts = (...rows: [id: string, title: string, body?: string][]) =>
  rows.map(([id, title, body = '']) => ({ id, title, facts: '', body }))
const ids = async (...args: Parameters<typeof searchTexts>) => (await searchTexts(...args)).map(({ id }) => id)

test('a word in the title says more than one in the body, and an exact word more than another form', async () => {
  assert.deepEqual(await ids(texts(['body', 'Kayak', 'With a paddle'], ['title', 'Paddle', 'For kayaks']), 'paddle'), [
    'title',
    'body',
  ])
  assert.deepEqual(await ids(texts(['form', 'Paddles'], ['exact', 'Paddle']), 'paddle'), ['exact', 'form'])
})

test('records with more of the words come first, and rare words count more than common ones', async () => {
  const shop = texts(['red', 'Red shirt'], ['blue', 'Blue shirt'], ['kayak', 'Blue kayak'], ['green', 'Green shirt'])
  assert.equal((await ids(shop, 'blue shirt'))[0], 'blue')
  assert.equal((await ids(shop, 'kayak shirt'))[0], 'kayak')
})

test('a short text says more about its words than a long one', async () => {
  const long = `Wool ${'and other things '.repeat(100)}`
  assert.deepEqual(await ids(texts(['long', 'A', long], ['short', 'B', 'Wool'], ['none', 'C']), 'wool'), [
    'short',
    'long',
  ])
})

test('words that say nothing are left out, unless there are no others', async () => {
  const shop = texts(['a', 'How do I pay?'], ['b', 'Where is it?'])
  assert.deepEqual(await ids(shop, 'how can I pay for it'), ['a'])
  assert.deepEqual(await ids(shop, 'where is it'), ['b'])
})

test('a misspelt word counts less than a right one, and a known word is never corrected', async () => {
  const shop = texts(['form', 'Form'], ['from', 'Farm'])
  assert.deepEqual(await ids(shop, 'form'), ['form'])
  assert.deepEqual((await ids(shop, 'fxrm')).sort(), ['form', 'from'])
})

test('records that have next to nothing to do with the query are left out', async () => {
  const shop = texts(['kayak', 'Kayak paddle set'], ['much', 'Lamp', `paddle ${'light '.repeat(400)}`])
  assert.deepEqual(await ids(shop, 'kayak paddle'), ['kayak'])
})

test('nothing to look for, or nothing to look in, finds nothing', async () => {
  assert.deepEqual(await searchTexts(texts(['a', 'A']), '!?'), [])
  assert.deepEqual(await searchTexts([], 'kayak'), [])
})

test('a long message is searched for what tells most of it, wherever that stands', async () => {
  const shop = texts(
    ['norway', 'Do you ship to Norway?'],
    ['sofa', 'How big is the sofa?'],
    ['pay', 'Paying by invoice'],
  )
  const chatter = Array.from({ length: 40 }, (_, i) => `chatter${String.fromCharCode(97 + (i % 26), 97 + i)}`).join(' ')
  assert.deepEqual(await ids(shop, `${chatter} norway`), ['norway'])
  assert.deepEqual(await ids(shop, `norway ${chatter}`), ['norway'])
})

test('common words of a long message do not hide the rare one', async () => {
  const common = Array.from({ length: 30 }, (_, i) => `common${String.fromCharCode(97 + (i % 26), 97 + i)}`).join(' ')
  const rows = Array.from({ length: 400 }, (_, i): [string, string, string] => [`r${i}`, 'Record', common])
  const shop = texts(...rows, ['norway', 'Norway', common])
  assert.equal((await ids(shop, `${common} norway`))[0], 'norway')
})
