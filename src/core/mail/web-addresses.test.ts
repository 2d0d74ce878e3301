import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameWithoutLinks, ownSite, withoutForeignLinks } from './web-addresses.ts'

const own = ['https://shop.example']

test('a page of the store’s own site becomes its front page, any other none', () => {
  for (const page of [
    'https://shop.example',
    'https://shop.example/a?b=Your account is locked#c',
    'https://SHOP.example:443/',
  ])
    assert.equal(ownSite(page, own), 'https://shop.example/')
  for (const page of [
    null,
    '',
    'no address',
    'https://evil.example/',
    'https://shop.example.evil.example/',
    'https://shop.example@evil.example/',
    'http://shop.example/',
    'https://shop.example:8443/',
    'javascript:alert(1)',
    'data:text/html,x',
  ])
    assert.equal(ownSite(page, own), null)
  assert.equal(ownSite('https://shop.example/', []), null)
})

test('a stranger’s text keeps its words and links to the store’s own sites, no others', () => {
  const kept = 'How high is it? 1.5 m, or 40.2cm... https://shop.example/lamps?a=1 is the one, e. g. this: 3/4.'
  assert.equal(withoutForeignLinks(kept, own), kept)
  for (const link of [
    'https://evil.example/login',
    'HTTP://EVIL.example',
    'evil.example',
    '(evil.example/login)',
    'www.evil.example',
    'https://192.0.2.1/login',
    'ftp://evil.example',
    'mailto:a@evil.example',
    'a@evil.example',
    'tel:+491701234567',
    'https://shop.example@evil.example/',
    'https://shop.example.evil.example',
    'bücher.example',
    'evil。example',
    '<https://evil.example>',
    'x:https://shop.example',
  ])
    assert.equal(withoutForeignLinks(`Go to\n${link}\tnow`, own), 'Go to\n[…]\tnow', link)
})

test('a store’s name stays, without whole addresses', () => {
  assert.equal(nameWithoutLinks('Lamps.example & Co, 1/2'), 'Lamps.example & Co, 1/2')
  assert.equal(nameWithoutLinks('Bank: evil.example/a https://evil.example www.evil.example'), 'Bank: […] […] […]')
})

test('a text takes time by its length', () => {
  for (const part of ['.', 'a.', 'a.b', ':', '://', 'www.', ' ', 'a', 'mailto']) {
    const start = process.cpuUsage()
    withoutForeignLinks(part.repeat(300_000), own)
    const { user, system } = process.cpuUsage(start)
    assert.ok(user + system < 4_000_000, `${part}: ${(user + system) / 1_000} ms`)
  }
})
