import { nullPrototypeRecord } from '#base/null-prototype-record.ts'
import { isObject } from '#base/objects.ts'
import type { IncomingFile } from '../incoming.ts'
import { listOf, recordOf, textOf } from './values.ts'

/** What a WhatsApp message says, by its kind: its text and its files. What has no text of its own is put into words. */

/** Kinds of message that carry a file. */
const MEDIA = ['image', 'video', 'audio', 'document', 'sticker'] as const
const EXTENSION: Record<string, string> = nullPrototypeRecord({
  image: 'jpg',
  video: 'mp4',
  audio: 'ogg',
  sticker: 'webp',
  document: '',
})
/** Entries of an order, a form or a list of contact cards that are put into words. */
const ENTRIES_MAX = 50

export function readContent(message: Record<string, unknown>): { text: string; files: IncomingFile[] } {
  const type = textOf(message.type)
  const content = recordOf(message[type])
  const kind = MEDIA.find((one) => one === type)
  const advert = advertOf(recordOf(message.referral))
  if (kind) {
    const mediaId = textOf(content.id)
    const name = textOf(content.filename) || (EXTENSION[kind] ? `${kind}.${EXTENSION[kind]}` : kind)
    return { text: join([textOf(content.caption), advert]), files: mediaId ? [{ name, mediaId }] : [] }
  }
  const listed = type === 'contacts' ? contactsOf(listOf(message.contacts)) : wordsOf(type, content)
  return { text: join([listed, advert]), files: [] }
}

const join = (lines: string[]) => lines.filter(Boolean).join('\n')

function wordsOf(type: string, content: Record<string, unknown>): string {
  switch (type) {
    case 'text':
      return textOf(content.body)
    case 'button':
      return textOf(content.text)
    case 'interactive':
      return isObject(content.nfm_reply)
        ? formOf(content.nfm_reply)
        : textOf(recordOf(content.button_reply ?? content.list_reply).title)
    case 'order':
      return orderOf(content)
    case 'location': {
      const place = [textOf(content.name), textOf(content.address)].filter(Boolean).join(', ')
      return `${place ? `${place} ` : ''}(${textOf(content.latitude)}, ${textOf(content.longitude)})`
    }
    default:
      return `[${type || 'This message'} can be seen in the provider’s app only.]`
  }
}

/** An order from the shop's catalogue: what the customer wrote with it, then one line per product. */
function orderOf({ text, product_items }: Record<string, unknown>): string {
  const items = listOf(product_items).filter(isObject)
  const lines = items.slice(0, ENTRIES_MAX).map(({ product_retailer_id, quantity, item_price, currency }) => {
    const price = textOf(item_price) && `${textOf(item_price)} ${textOf(currency)}`.trim()
    return `${textOf(quantity) || '1'} × ${textOf(product_retailer_id)}${price ? `, ${price} each` : ''}`
  })
  return join([textOf(text), 'Order:', ...lines, moreOf(items.length)])
}

/** Contact cards: name, company, numbers and addresses, one line per card. */
function contactsOf(cards: unknown[]): string {
  const lines = cards
    .filter(isObject)
    .slice(0, ENTRIES_MAX)
    .map((card) => {
      const { formatted_name, first_name, last_name } = recordOf(card.name)
      const name = textOf(formatted_name) || [textOf(first_name), textOf(last_name)].filter(Boolean).join(' ')
      const of = (list: unknown, key: string) =>
        listOf(list)
          .slice(0, 5)
          .map((one) => textOf(recordOf(one)[key]))
      const details = [textOf(recordOf(card.org).company), ...of(card.phones, 'phone'), ...of(card.emails, 'email')]
      return [name, ...details].filter(Boolean).join(', ')
    })
  return join(['Contact card:', ...lines, moreOf(cards.length)])
}

/** A form that the customer filled in: what the provider shows of it, then one line per answer. */
function formOf({ body, name, response_json }: Record<string, unknown>): string {
  const answers = Object.entries(answersOf(textOf(response_json))).filter(([key]) => key !== 'flow_token')
  const lines = answers.slice(0, ENTRIES_MAX).map(([key, value]) => {
    const shown = isObject(value) || Array.isArray(value) ? JSON.stringify(value) : textOf(value) || String(value)
    return `${key}: ${shown}`
  })
  return join([textOf(body) || textOf(name) || 'Form:', ...lines, moreOf(answers.length)])
}

function answersOf(json: string): Record<string, unknown> {
  try {
    return recordOf(JSON.parse(json))
  } catch {
    return {}
  }
}

/** The advertisement that the customer came from. */
function advertOf({ headline, body, source_url }: Record<string, unknown>): string {
  const words = [textOf(headline) || textOf(body), textOf(source_url)].filter(Boolean)
  return words.length > 0 ? `[From an ad: ${words.join(', ')}]` : ''
}

const moreOf = (count: number) => (count > ENTRIES_MAX ? `and ${count - ENTRIES_MAX} more` : '')
