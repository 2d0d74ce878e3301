import { createReadStream, readFileSync } from 'node:fs'
import { importRecords } from '../../src/core/import/import.ts'
import type { AskedStore } from './store.ts'

interface Order {
  orderNumber: string
  email: string
  status: string
  total: { amount: string; currencyCode: string }
  createdAt: string
  shipments?: { trackingNumber: string; carrier: string; status: string }[]
}

/** Ways to ask, in which the order's number and an address stand. */
const WAYS = [
  (order: string, email: string) => `Where is my order ${order}? My email is ${email}`,
  (order: string, email: string) => `Hi, status of ${order.slice(1)} please (${email})`,
  (order: string, email: string) => `i havent received my order yet, ${order.toLowerCase().replace('w', 'W')} ${email}`,
  (order: string, email: string) => `${order}\n${email}`,
]

/** Asks for every order of a file in the import's format, with its own address and with another customer's. */
export async function askForOrders(
  store: AskedStore,
  file: string,
): Promise<{ asked: number; exact: number; told: number }> {
  const { rejected } = await importRecords(store.caller, createReadStream(file))
  if (rejected.length > 0) throw new Error(`${file}: ${rejected.length} lines were refused`)
  const orders = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{"kind":"order"'))
    .map((line) => (JSON.parse(line) as { data: Order }).data)
  let exact = 0
  let told = 0
  for (const [i, order] of orders.entries()) {
    const way = WAYS[i % WAYS.length] ?? WAYS[0]
    const stranger = orders.find(({ email }) => email !== order.email)?.email ?? ''
    const right = await store.ask(way?.(order.orderNumber, order.email) ?? '')
    if (right.act === 'answer' && factsOf(order).every((fact) => right.text.includes(fact))) exact++
    const wrong = await store.ask(way?.(order.orderNumber, stranger) ?? '')
    const isTold =
      wrong.act === 'answer' &&
      factsOf(order)
        .slice(1)
        .some((fact) => wrong.text.includes(fact))
    if (isTold) told++
  }
  return { asked: orders.length, exact, told }
}

/** What an answer has to tell, the number first. */
function factsOf({ orderNumber, status, total, createdAt, shipments = [] }: Order): string[] {
  return [
    orderNumber,
    `: ${status}.`,
    `${total.amount} ${total.currencyCode}`,
    createdAt.slice(0, 10),
    ...shipments.flatMap((one) => [one.trackingNumber, one.carrier, `: ${one.status.replaceAll('_', ' ')}.`]),
  ]
}
