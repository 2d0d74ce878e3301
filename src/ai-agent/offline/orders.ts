import { currentTime } from '#base/clock.ts'
import { emailKey } from '#base/text.ts'
import type { Order } from '#core/commerce/platform.ts'
import type { ParleyError } from '#core/errors.ts'
import { listOrdersByEmail } from '#storage/commerce/orders.ts'
import type { Language, Turn } from '../turn.ts'
import { findKeys } from '../understanding/extract-order-numbers.ts'
import { asksOfOrder } from '../understanding/follow-ups.ts'
import type { Understanding } from '../understanding/understand.ts'
import { type Context, plainReply, type Reply } from './context.ts'
import { ago, countSaid, numberSaid, say, stateText } from './texts.ts'

/** Numbers that are looked up per turn: the likeliest ones. */
const KEYS_MAX = 2
/** Orders that were not found before a person looks. */
const MISSES_MAX = 3

/** Whether the AI agent's last line asked for what identifies an order. */
export function isOrderAwaited(lines: { senderType: string; text: string }[]): boolean {
  const last = lines.findLast(({ senderType }) => senderType === 'bot')
  return last !== undefined && countSaid([last.text], ORDER_QUESTIONS) > 0
}

const ORDER_QUESTIONS = ['order.ask', 'order.askEmail', 'order.askNumber', 'order.unknown', 'afterSale.ask'] as const

/**
 * The order that the customer means, when it is theirs: its own address is one that the shop vouched for, or that they
 * typed; `emailKey` is that address. Otherwise what to say, which is the same for an order that does not exist and for somebody else's.
 */
export async function findOwnOrder(
  context: Context,
  ask: 'order.ask' | 'afterSale.ask',
): Promise<{ order: Order; emailKey: string } | { reply: Reply }> {
  const { turn, understanding, trace } = context
  const { language } = understanding
  // Only the newest typed address counts: a turn must not try several customers.
  const emails = [...new Set([...turn.provenEmails, ...understanding.typedEmails.slice(0, 1)].map(emailKey))]
  const keys = keysOf(context, ask).slice(0, KEYS_MAX)
  const question = (key: 'order.ask' | 'afterSale.ask' | 'order.askEmail' | 'order.askNumber') => {
    trace.checks.push(`order: ${key}`)
    return { reply: plainReply(say(language, key)) }
  }
  if (keys.length === 0) {
    const { email, orders } = await listProven(context)
    const [only] = orders
    // Asked for once more, for the shop may know more by now.
    if (only && orders.length === 1)
      return {
        order: (await getOrder(context, only.orderNumber, emailKey(email))) ?? only,
        emailKey: emailKey(email),
      }
    return question(orders.length > 1 || emails.length > 0 ? 'order.askNumber' : ask)
  }
  if (emails.length === 0) return question('order.askEmail')
  for (const key of keys) {
    for (const email of emails) {
      const order = await getOrder(context, key, email)
      if (order) {
        trace.checks.push('order: found, and the address is its own')
        return { order, emailKey: email }
      }
    }
  }
  const misses = countSaid(botLines(context), ['order.unknown']) + 1
  trace.checks.push(`order: not found, ${misses} of ${MISSES_MAX} times`)
  if (misses >= MISSES_MAX) return { reply: { act: 'hand_over', reason: 'order_not_found' } }
  return { reply: plainReply(say(language, 'order.unknown')) }
}

function botLines({ turn }: Context): string[] {
  return turn.lines.filter(({ senderType }) => senderType === 'bot').map(({ text }) => text)
}

/**
 * Numbers in what is asked; where an address alone was sent, the numbers sent before it; and for after-sale ("can I cancel
 * it?"), or what is asked of the order that was just told, those of that order.
 */
function keysOf(context: Context, ask: 'order.ask' | 'afterSale.ask'): string[] {
  const { turn, understanding } = context
  if (understanding.keys.length > 0) return understanding.keys
  if (isOrderAwaited(turn.lines)) return newestKeys(turn, (text) => findKeys(text, true))
  return ask === 'afterSale.ask' || asksOfTold(turn, understanding) ? keysToldOf(turn) : []
}

/** Whether "when will it arrive?" and the like asks about the order that the AI agent has just described. */
export function asksOfTold({ lines }: Turn, { keys, text, language }: Understanding): boolean {
  const last = lines.findLast(({ senderType }) => senderType === 'bot')?.text ?? ''
  return keys.length === 0 && asksOfOrder(text, language) && numberSaid([last], OF_ONE_ORDER) !== null
}

/** The number of the order that the AI agent told the customer of last: none, or one. The look-up asks for its address again. */
export function keysToldOf({ lines }: Turn): string[] {
  const said = lines.filter(({ senderType }) => senderType === 'bot').map(({ text }) => text)
  return [numberSaid(said, OF_ONE_ORDER)].flatMap((number) => number ?? [])
}

/** What the AI agent says of an order that it has found. */
const OF_ONE_ORDER = [
  'order.status',
  'afterSale.return',
  'afterSale.refund',
  'afterSale.cancel',
  'afterSale.edit',
  'afterSale.cancelled',
  'afterSale.tooLate',
  'afterSale.notDelivered',
] as const

/** What is found in the newest of the customer's messages that has any. */
function newestKeys({ lines }: Turn, find: (text: string) => string[]): string[] {
  const said = lines.filter(({ senderType }) => senderType === 'customer').toReversed()
  return said.map(({ text }) => find(text)).find(({ length }) => length > 0) ?? []
}

/** Orders under addresses that the shop vouched for: none, one, or at least two; and the address of the last. */
async function listProven({ turn }: Context): Promise<{ email: string; orders: Order[] }> {
  const orders: Order[] = []
  let email = ''
  for (const proven of turn.provenEmails) {
    const found = (await listOrdersByEmail(turn.caller.shop, emailKey(proven), 2)) as Order[]
    if (found.length > 0) email = proven
    orders.push(...found)
    if (orders.length > 1) break
  }
  return { email, orders }
}

/**
 * By the number of the order, or of its parcel. Null for an order that does not exist or has another address, and where
 * too many were looked up: the customer does not learn which.
 */
async function getOrder({ turn, lookups, trace }: Context, key: string, email: string): Promise<Order | null> {
  try {
    const isVerified = turn.provenEmails.some((proven) => emailKey(proven) === email)
    return await lookups.find(turn.caller, turn.asker, { key, email, isVerified })
  } catch (error) {
    const { code } = error as Partial<ParleyError>
    if (code !== 'NOT_FOUND' && code !== 'RATE_LIMITED') throw error
    if (code === 'RATE_LIMITED') trace.checks.push('order: not looked up, for there were too many look-ups')
    return null
  }
}

/** Answers where a customer's order is, as far as the order itself says. */
export async function answerOrder(context: Context): Promise<Reply> {
  const found = await findOwnOrder(context, 'order.ask')
  if ('reply' in found) return found.reply
  const { order } = found
  const { language } = context.understanding
  const toldAt = await context.platform.orderToldAt(context.turn.caller, order.orderNumber)
  const age = toldAt ? [ago(language, toldAt, currentTime())] : []
  const told = age.map((age) => say(language, 'order.toldAt', { age }))
  const text = [describeOrder(language, order), ...told].join('\n')
  return { act: 'answer', text, evidence: [JSON.stringify(order), ...age], faqs: [], products: [] }
}

/** Shipments that are described; an order rarely has more. */
const SHIPMENTS_MAX = 3

/** State, dates, total and shipments of an order; never its items, addresses or payments. */
function describeOrder(language: Language, order: Order): string {
  const day = (moment: string) => moment.slice(0, 10)
  const lines = [
    [
      say(language, 'order.status', { number: order.orderNumber, status: stateText(language, order.status) }),
      say(language, 'order.placed', { date: day(order.createdAt) }),
      say(language, 'order.total', { total: `${order.total.amount} ${order.total.currencyCode}` }),
      order.cancelledAt && say(language, 'order.cancelled', { date: day(order.cancelledAt) }),
    ],
    ...order.shipments.slice(0, SHIPMENTS_MAX).map((shipment) => {
      const status = stateText(language, shipment.status)
      const { carrier } = shipment
      return [
        carrier
          ? say(language, 'order.shipmentWith', { carrier, status })
          : say(language, 'order.shipment', { status }),
        shipment.trackingNumber && say(language, 'order.tracking', { number: shipment.trackingNumber }),
        shipment.deliveredAt
          ? say(language, 'order.delivered', { date: day(shipment.deliveredAt) })
          : [
              shipment.shippedAt && say(language, 'order.shipped', { date: day(shipment.shippedAt) }),
              shipment.estimatedDeliveryAt &&
                say(language, 'order.expected', { date: day(shipment.estimatedDeliveryAt) }),
            ],
        shipment.trackingUrl && say(language, 'order.trackingUrl', { url: shipment.trackingUrl }),
      ].flat()
    }),
    [order.shipments.length === 0 && order.cancelledAt === null && say(language, 'order.noShipment')],
    [order.statusUrl && say(language, 'order.statusUrl', { url: order.statusUrl })],
  ]
  return lines
    .map((parts) => parts.filter(Boolean).join(' '))
    .filter(Boolean)
    .join('\n')
}
