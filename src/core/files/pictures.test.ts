import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pictureIdsOf } from './pictures.ts'

test('a widget’s pictures are the store’s own files among its addresses', () => {
  const own = '/storefront/files/shop_1/'
  const widget = {
    logoUrl: `${own}a1/secret/logo.png`,
    headerImageUrl: 'https://shop.example/header.png',
    campaigns: [
      { key: 'one', imageUrl: `${own}b2/secret/one.png` },
      { key: 'same', imageUrl: `${own}a1/secret/logo.png` },
      { key: 'other store', imageUrl: '/storefront/files/shop_2/c3/secret/x.png' },
      { key: 'no id', imageUrl: `${own}..%2F/x` },
      { key: 'none' },
    ],
  }
  assert.deepEqual(pictureIdsOf('shop_1', { settings: { widget }, mailLook: null }), ['a1', 'b2'])
  const broken = { settings: { widget: { campaigns: 'x', logoUrl: null } } }
  assert.deepEqual(pictureIdsOf('shop_1', { ...broken, mailLook: null }), [])
  const mailLook = { logoUrl: '/storefront/files/shop_1/m1/logo.png', color: null, footer: null }
  assert.deepEqual(pictureIdsOf('shop_1', { ...broken, mailLook }), ['m1'])
})
