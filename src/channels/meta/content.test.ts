import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMessaging } from './read-messaging.ts'
import { readWhatsApp } from './read-whatsapp.ts'

const NOW = new Date('2026-01-05T10:00:00Z')

function whatsApp(type: string, content: unknown, more: object = {}) {
  const message = { from: '4915100000001', id: 'wamid.1', timestamp: '1767600000', type, [type]: content, ...more }
  const [read] = readWhatsApp({ message, profile: { wa_id: '4915100000001', profile: { name: 'Kim' } } }, NOW)
  return read as { kind: string; text: string; files: { name: string; mediaId?: string }[] }
}
function messaging(message: object) {
  const [read] = readMessaging({ sender: { id: 'p1' }, timestamp: 1, message: { mid: 'm1', ...message } }, 'page', NOW)
  return read as { kind: string; text: string; files: { url: string }[] }
}

test('an order from WhatsApp’s catalogue names each product, its quantity and its price', () => {
  const items = [
    { product_retailer_id: 'SKU-1', quantity: 2, item_price: 9.5, currency: 'EUR' },
    { product_retailer_id: 'SKU-2', quantity: 1 },
  ]
  const { text } = whatsApp('order', { catalog_id: '1', text: 'For Friday', product_items: items })
  assert.equal(text, 'For Friday\nOrder:\n2 × SKU-1, 9.5 EUR each\n1 × SKU-2')
  const many = Array.from({ length: 60 }, (_, i) => ({ product_retailer_id: `S${i}`, quantity: 1 }))
  assert.match(whatsApp('order', { product_items: many }).text, /1 × S49\nand 10 more$/)
})

test('contact cards show name, company, numbers and addresses', () => {
  const card = {
    name: { formatted_name: 'Ann Lee' },
    org: { company: 'Acme' },
    phones: [{ phone: '+1 555', wa_id: '1555' }],
    emails: [{ email: 'ann@example.com' }],
  }
  assert.equal(whatsApp('contacts', [card]).text, 'Contact card:\nAnn Lee, Acme, +1 555, ann@example.com')
})

test('a form shows its answers, and not its token', () => {
  const response = { flow_token: 'secret', size: 'M', wishes: ['red', 'blue'], agreed: true }
  const { text } = whatsApp('interactive', {
    type: 'nfm_reply',
    nfm_reply: { body: 'Sent', name: 'flow', response_json: JSON.stringify(response) },
  })
  assert.equal(text, 'Sent\nsize: M\nwishes: ["red","blue"]\nagreed: true')
  assert.equal(whatsApp('interactive', { nfm_reply: { response_json: '{broken' } }).text, 'Form:')
})

test('a message that came from an ad says so, whatever its kind', () => {
  const referral = { source_url: 'https://fb.me/1', headline: 'Summer lamps', source_type: 'ad' }
  assert.equal(whatsApp('text', { body: 'Hi' }, { referral }).text, 'Hi\n[From an ad: Summer lamps, https://fb.me/1]')
  const { text, files } = whatsApp('image', { id: 'media-1', caption: 'This one?' }, { referral })
  assert.match(text, /^This one\?\n\[From an ad/)
  assert.deepEqual(files, [{ name: 'image.jpg', mediaId: 'media-1' }])
  const advert = { referral: { source: 'ADS', ad_id: '7', ads_context_data: { ad_title: 'Summer lamps' } } }
  assert.equal(messaging({ text: 'Hi', ...advert }).text, 'Hi\n[From an ad: Summer lamps]')
})

test('stories, posts, places and products of Messenger and Instagram are said in words, and pictures kept', () => {
  const url = 'https://cdn.example.com/a.jpg'
  const attached = (type: string, payload: object, more: object = {}) =>
    messaging({ attachments: [{ type, payload, ...more }] })
  const story = attached('story_mention', { url })
  assert.deepEqual([story.text, story.files.length], ['[Mentioned you in their story]', 1])
  assert.equal(messaging({ text: '😍', reply_to: { story: { id: '1', url } } }).text, '😍\n[Answers your story]')
  const post = attached('ig_reel', { url, title: 'New lamps' })
  assert.deepEqual([post.text, post.files.length], ['[Shared a post: New lamps]', 1])
  assert.equal(attached('fallback', {}, { title: 'Lamps', url: 'https://a.example' }).text, 'Lamps, https://a.example')
  assert.equal(attached('location', { coordinates: { lat: 1.5, long: 2 } }, { title: 'Home' }).text, 'Home (1.5, 2)')
  const product = { product: { elements: [{ id: '1', title: 'Lamp', subtitle: '€ 20' }] } }
  assert.equal(attached('template', product).text, '[Product: Lamp, € 20]')
  const pictures = Array.from({ length: 8 }, (_, i) => ({ type: 'image', payload: { url: `${url}?${i}` } }))
  assert.equal(messaging({ attachments: pictures }).files.length, 8)
  assert.match(attached('something_new', {}).text, /can be seen in the provider’s app only/)
})

test('values of wrong types are read as nothing', () => {
  for (const content of [null, 7, 'x', [], [null], { product_items: 'x', nfm_reply: 7, name: [] }]) {
    for (const type of ['order', 'contacts', 'interactive', 'reaction', 'edit', 'revoke', 'system', 'location']) {
      for (const read of [whatsApp(type, content)]) assert.ok(read === undefined || typeof read.kind === 'string')
    }
    messaging({ attachments: content, reply_to: content, referral: content })
  }
})
