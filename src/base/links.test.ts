import assert from 'node:assert/strict'
import { test } from 'node:test'
import { splitLinks } from './links.ts'

const linksOf = (text: string) =>
  splitLinks(text)
    .filter(({ isLink }) => isLink)
    .map((part) => part.text)

test('addresses end before the punctuation of their sentence', () => {
  assert.deepEqual(linksOf('See (https://shop.example/a?b=1&c=2), or HTTP://Shop.example/x… Is it http://a?'), [
    'https://shop.example/a?b=1&c=2',
    'HTTP://Shop.example/x',
    'http://a',
  ])
  assert.deepEqual(linksOf('<a href="https://a.example/b">'), ['https://a.example/b'])
  assert.deepEqual(linksOf("'https://a.example/b'"), ['https://a.example/b'])
})

test('other schemes, and a scheme alone, are not links', () => {
  assert.deepEqual(
    linksOf('javascript:alert(1) data:text/html,x ftp://a.example xhttps://b.example https:// https://.'),
    [],
  )
})

test('the parts together are the text', () => {
  for (const text of [
    '',
    'no link',
    'https://a.example',
    'https://a.example https://b.example',
    '…https://a.example/…',
  ]) {
    assert.equal(
      splitLinks(text)
        .map((part) => part.text)
        .join(''),
      text,
    )
  }
  assert.deepEqual(splitLinks('a https://b.example c'), [
    { text: 'a ', isLink: false },
    { text: 'https://b.example', isLink: true },
    { text: ' c', isLink: false },
  ])
})
