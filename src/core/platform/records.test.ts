import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Change } from '#connectors/changes.ts'
import * as shopify from '#connectors/shopify/read.ts'
import * as vendure from '#connectors/vendure/read.ts'
import * as woo from '#connectors/woocommerce/read.ts'
import { checkRecord } from './records.ts'

// Shops hold records whose names are blank. Such a record is taken over without them: the import's rule that a name says
// something must not keep it out.

const at = '2026-01-31T09:30:00Z'
const usd = { amount: '5', currencyCode: 'USD' }

for (const blank of ['', ' ', '\u00a0']) {
  const changes: Record<string, Change> = {
    'WooCommerce’s customer': woo.readCustomer(
      { id: 1, first_name: blank, last_name: blank, email: blank, billing: { first_name: blank, phone: blank } },
      [],
      0,
    ),
    'WooCommerce’s order': woo.readOrder({
      ...{ id: 1, status: 'processing', total: '5.00', currency: 'USD', date_created_gmt: at },
      ...{ billing: { email: blank }, line_items: [{ name: blank, quantity: 1 }] },
    }),
    'WooCommerce’s product': woo.readProduct(
      { id: 1, status: 'publish', name: blank, slug: blank },
      [{ id: 2, status: 'publish', price: '5', attributes: [{ name: blank, option: blank }] }],
      'USD',
    ),
    'WooCommerce’s category': woo.readCategory({ id: 1, name: blank, slug: blank }, 'https://shop.example'),
    'WooCommerce’s coupon': woo.readCoupon({ id: 1, code: blank, amount: '5', discount_type: 'percent' }, 'USD'),
    'Shopify’s customer': shopify.readCustomer({
      ...{ id: 'gid://shopify/Customer/1', firstName: blank, lastName: blank, updatedAt: at },
      defaultEmailAddress: { emailAddress: blank },
    }),
    'Shopify’s order': shopify.readOrder({
      ...{ id: 'gid://shopify/Order/1', name: '#1', email: blank, createdAt: at, updatedAt: at, fulfillments: [] },
      ...{ currentTotalPriceSet: { shopMoney: usd }, lineItems: { nodes: [{ title: blank, quantity: 1 }] } },
    }),
    'Shopify’s collection': shopify.readCollection(
      { id: 'gid://shopify/Collection/1', title: blank, handle: blank },
      'https://shop.example',
    ),
    'Vendure’s customer': vendure.readRecord(
      'contact',
      {
        ...{ id: 1, firstName: blank, lastName: blank, emailAddress: blank, updatedAt: at },
        orders: { items: [], totalItems: 0 },
      },
      { currency: 'USD', precision: 2 },
    ),
    'Vendure’s order': vendure.readRecord(
      'order',
      {
        ...{ id: 1, code: 'A1', state: 'Shipped', createdAt: at, updatedAt: at, currencyCode: 'USD', totalWithTax: 5 },
        ...{ customer: { id: 1, emailAddress: blank }, lines: [{ quantity: 1, productVariant: { name: blank } }] },
      },
      { currency: 'USD', precision: 2 },
    ),
    'Vendure’s product': vendure.readRecord(
      'product',
      {
        ...{ id: 1, name: blank, slug: blank, updatedAt: at },
        variants: [
          { id: 2, name: blank, priceWithTax: 5, updatedAt: at, options: [{ name: blank, group: { name: blank } }] },
        ],
      },
      { currency: 'USD', precision: 2 },
    ),
  }
  for (const [name, change] of Object.entries(changes)) {
    test(`${name} whose names are ${JSON.stringify(blank)} is taken over`, () => {
      assert.equal(change.act, 'save')
      checkRecord(change as Extract<Change, { act: 'save' }>)
    })
  }
}
