import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { decideOffline } from '#ai-agent/offline/decide.ts'
import type { Decision, Turn, TurnLine } from '#ai-agent/turn.ts'
import { operatorCaller } from '#core/caller.ts'
import { localPlatform } from '#core/commerce/local-platform.ts'
import { importRecords } from '#core/import/import.ts'
import { completeSettings, type Settings } from '#core/stores/settings.ts'
import { createStore } from '#core/stores/stores.ts'
import { openEmbedded } from './embedded.ts'

// A small store whose AI agent decides turns offline, without a service around it.

/** Everything that a store can switch on. */
export const EVERYTHING = {
  training: { products: true, collections: true, discounts: true },
  skills: { sizeGuide: true, orderTracking: true, afterSale: true, humanHandoff: true },
}
const ORDER = {
  orderNumber: '#TT-2041',
  email: 'ana@shop.example',
  status: 'open',
  createdAt: '2026-01-05T10:00:00Z',
  total: { amount: '119.00', currencyCode: 'EUR' },
  shipments: [
    { carrier: 'DHL', trackingNumber: '00340434161094', status: 'in_transit', shippedAt: '2026-01-06T08:00:00Z' },
  ],
}
const RECORDS = [
  ['faq', { question: 'What does shipping cost?', answer: '€4.90, free from €60.', url: '/help/shipping' }],
  ['faq', { question: 'How do I return something?', answer: 'Print the label and drop the parcel at a shop.' }],
  ['order', ORDER],
  [
    'order',
    {
      ...ORDER,
      orderNumber: '#TT-2042',
      email: 'ben@shop.example',
      statusUrl: 'https://shop.example/o/2042',
      createdAt: '2099-01-01T00:00:00Z',
      shipments: [],
    },
  ],
  [
    'order',
    { ...ORDER, orderNumber: '#TT-2043', email: 'ben@shop.example', createdAt: '2099-01-01T00:00:00Z', shipments: [] },
  ],
  [
    'product',
    {
      id: 'p1',
      title: 'Skerry Rain Jacket',
      productType: 'Jackets',
      variants: [
        {
          title: 'Moss / M',
          price: { amount: '189.00', currencyCode: 'EUR' },
          options: [
            { name: 'Colour', value: 'Moss' },
            { name: 'Size', value: 'M' },
          ],
        },
      ],
    },
  ],
  ['faq', { productId: 'p1', question: 'Can the Skerry Rain Jacket be repaired?', answer: 'Yes, by us, for free.' }],
  ['sizeGuide', { productId: 'p1', sizeGuide: { columns: ['Size', 'Chest'], rows: [['M', '95–100']] } }],
] as const

/** Decides a turn of a new store's: what is said, and in which settings. */
export async function openOfflineAgent(name: string) {
  const { database } = await openEmbedded(name)
  const { store } = await createStore(database, { name: 'Acme', plan: 'plus' })
  const caller = operatorCaller(database, store.shopId)
  const records = RECORDS.map(([kind, data]) => JSON.stringify({ kind, data })).join('\n')
  assert.deepEqual((await importRecords(caller, Readable.from([Buffer.from(records)]))).rejected, [])
  const platform = localPlatform('https://shop.example')

  /** The last of the lines is what is asked; those of the AI agent begin with "bot: ". */
  function decide(
    lines: string[],
    { ai = EVERYTHING, ...turn }: { ai?: Partial<Settings['ai']> } & Partial<Turn> = {},
  ): Promise<Decision> {
    const said = lines.map(
      (text): TurnLine =>
        text.startsWith('bot: ') ? { senderType: 'bot', text: text.slice(5) } : { senderType: 'customer', text },
    )
    const settings = completeSettings({ ai })
    const asked = lines.slice(-1)
    return decideOffline(
      { caller, settings, lines: said, asked, locale: 'en', provenEmails: [], hasAskedBack: false, ...turn },
      { platform },
    )
  }
  return decide
}

export const textOf = (decision: Decision) => (decision.act === 'hand_over' ? decision.reason : decision.text)
