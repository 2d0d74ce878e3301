import { setImmediate as breathe } from 'node:timers/promises'
import { currentTime } from '#base/clock.ts'
import type { Transaction } from '#database/database.ts'
import { refreshStatistics } from '#database/statistics.ts'
import { saveCollections, saveProducts, saveSizeGuides } from '#storage/commerce/catalogue.ts'
import { saveDiscounts } from '#storage/commerce/discounts.ts'
import { saveOrders } from '#storage/commerce/orders.ts'
import { saveContacts } from '#storage/contacts/contacts.ts'
import { saveArticles } from '#storage/knowledge/articles.ts'
import { takeTurn } from '#storage/locks.ts'
import { saveMembers } from '#storage/members/members.ts'
import { deriveLastChats, replaceConversations, type SampleConversation } from '#storage/sample-data/sample-data.ts'
import { takeConversationNumbers } from '#storage/stores/stores.ts'
import type { Caller } from '../caller.ts'
import { makeConversation, type SampleStore, type Shelf } from './conversations.ts'
import { orderRow } from './orders.ts'
import { makePerson } from './people.ts'
import { Seed } from './random.ts'
import { DAY, type Sample } from './sample.ts'
import {
  listItems,
  makeArticles,
  makeCollections,
  makeDiscounts,
  makeProducts,
  makeSizeGuides,
  makeTeam,
} from './shop.ts'

export interface SampleDataRequest {
  /** Default 50. */
  contacts?: number
  /** Number in the inbox; a few more are in the older datastore and in the AI playground. Default 100. */
  conversations?: number
  /** On average; some have none, a few ten times as many. Default 8. */
  messagesPerConversation?: number
  /** Seed of the generator: the same one makes the same data. Default 1. */
  seed?: string | number
}

/** Records written in one transaction. */
const CONTACTS_BATCH = 500
const MESSAGES_BATCH = 1_000
const CONVERSATIONS_BATCH = 250
/** Transactions that run side by side. */
const WRITERS = 4
/** Batch sizes if all stores share one connection: pieces of some 20 ms, one after another. */
const IN_TURN = { contacts: 25, messages: 60, conversations: 15, writers: 1 }

/**
 * Fills a store with what a real shop's looks like: team, catalogue, orders, customers of many countries and their
 * conversations. Returns how many of each there are. Names, texts and ids follow from the seed alone; times are
 * counted back from `until`, by default the start of the day (UTC), so that lists look recent. Done again with the
 * same seed it replaces what that seed made. No events are emitted.
 */
export async function makeSampleData(
  caller: Caller,
  request: SampleDataRequest,
  until = startOfDay(currentTime()),
): Promise<Record<string, number>> {
  const sample: Sample = {
    seed: new Seed(request.seed ?? 1),
    contacts: request.contacts ?? 50,
    conversations: request.conversations ?? 100,
    messagesPerConversation: request.messagesPerConversation ?? 8,
    until: until.getTime(),
  }
  const { shop, counts } = await writeShop(caller, sample)
  const orders = await writePeople(caller, sample, shop)
  const few = (share: number) => Math.ceil(sample.conversations * share)
  const inbox = await writeConversations(caller, sample, shop, 'inbox', sample.conversations)
  const older = await writeConversations(caller, sample, shop, 'older', few(0.03))
  const playground = await writeConversations(caller, sample, shop, 'playground', few(0.02))
  await inBatches(sample.contacts, contactsBatch(caller), (first, count) =>
    caller.shop.transaction((tx) =>
      deriveLastChats(
        tx,
        Array.from({ length: count }, (_, i) => sample.seed.id('contact', first + i)),
      ),
    ),
  )
  return {
    contacts: sample.contacts,
    conversations: sample.conversations,
    olderConversations: few(0.03),
    playgroundConversations: few(0.02),
    messages: inbox + older + playground,
    orders,
    ...counts,
  }
}

function startOfDay(now: Date): Date {
  return new Date(Math.floor(now.getTime() / DAY) * DAY)
}

/** Writes the shop's records first: people and conversations refer to them, and the random numbers follow this order. */
async function writeShop(
  caller: Caller,
  sample: Sample,
): Promise<{ shop: SampleStore; counts: Record<string, number> }> {
  const members = makeTeam(sample)
  const products = makeProducts(sample)
  const collections = makeCollections(sample)
  const discounts = makeDiscounts(sample)
  const faqs = makeArticles(sample)
  const sizeGuides = makeSizeGuides(sample)
  const saves: ((tx: Transaction) => Promise<void>)[] = [
    (tx) => saveMembers(tx, members),
    (tx) => saveProducts(tx, products),
    (tx) => saveCollections(tx, collections),
    (tx) => saveDiscounts(tx, discounts),
    (tx) => saveArticles(tx, faqs, []),
    (tx) => saveSizeGuides(tx, sizeGuides),
  ]
  for (const save of saves) {
    await caller.shop.transaction(async (tx) => {
      await takeTurn(tx, 'records')
      await save(tx)
    })
  }
  return {
    shop: { items: listItems(sample.seed), team: members },
    counts: {
      members: members.length,
      products: products.length,
      collections: collections.length,
      discounts: discounts.length,
      faqs: faqs.length,
      sizeGuides: sizeGuides.length,
    },
  }
}

/** Contacts and their orders; returns how many orders. */
async function writePeople(caller: Caller, sample: Sample, { items }: SampleStore): Promise<number> {
  let ordered = 0
  await inBatches(sample.contacts, contactsBatch(caller), async (first, count) => {
    const people = Array.from({ length: count }, (_, i) => makePerson(sample, items, first + i))
    const orders = people.flatMap(({ contact, orders }) =>
      orders.map((order) => orderRow(order, contact, sample.until)),
    )
    await caller.shop.transaction(async (tx) => {
      await takeTurn(tx, 'records')
      await saveContacts(
        tx,
        people.map(({ contact }) => contact),
      )
      await saveOrders(tx, orders)
    })
    ordered += orders.length
  })
  return ordered
}

/** Returns how many messages. */
async function writeConversations(
  caller: Caller,
  sample: Sample,
  shop: SampleStore,
  shelf: Shelf,
  count: number,
): Promise<number> {
  let messages = 0
  let written = 0
  const firstNumber = shelf === 'older' ? null : await takeConversationNumbers(caller.shop, count)
  const running = new Set<Promise<void>>()
  for (const batch of conversationBatches(sample, shop, shelf, count, caller.shop.takesTurns)) {
    const numbers = batch.map((_, i) => (firstNumber === null ? null : String(firstNumber + BigInt(written + i))))
    const writing = caller.shop
      .transaction((tx) => replaceConversations(tx, batch, numbers))
      .finally(() => running.delete(writing))
    writing.catch(() => {}) // reported by the race or at the end, whichever comes first
    running.add(writing)
    messages += batch.reduce((sum, conversation) => sum + conversation.messages.length, 0)
    written += batch.length
    if (written === batch.length && written < count) {
      await writing
      await refreshStatistics(caller.shop)
    }
    await (running.size < (caller.shop.takesTurns ? IN_TURN.writers : WRITERS) ? breathe() : Promise.race(running))
  }
  await Promise.all(running)
  return messages
}

function* conversationBatches(
  sample: Sample,
  shop: SampleStore,
  shelf: Shelf,
  count: number,
  takesTurns: boolean,
): Generator<SampleConversation[]> {
  const most = takesTurns ? IN_TURN : { messages: MESSAGES_BATCH, conversations: CONVERSATIONS_BATCH }
  let batch: SampleConversation[] = []
  let messages = 0
  for (let number = 0; number < count; number++) {
    const conversation = makeConversation(sample, shop, shelf, number, count)
    batch.push(conversation)
    messages += conversation.messages.length
    if (messages >= most.messages || batch.length === most.conversations) {
      yield batch
      batch = []
      messages = 0
    }
  }
  if (batch.length > 0) yield batch
}

const contactsBatch = ({ shop }: Caller) => (shop.takesTurns ? IN_TURN.contacts : CONTACTS_BATCH)

async function inBatches(total: number, size: number, write: (first: number, count: number) => Promise<void>) {
  for (let first = 0; first < total; first += size) await write(first, Math.min(size, total - first))
}
