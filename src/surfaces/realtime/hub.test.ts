import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Registry } from 'prom-client'
import { createLogger } from '#base/logger.ts'
import { Bus } from '#database/bus/bus.ts'
import { openEmbedded } from '#test/database/embedded.ts'
import { settledIn, talk } from '#test/fixtures/conversation-fixture.ts'
import { changesSince, Hub, type Subscriber, type Update } from './hub.ts'

// What a process sends of conversations that changed, on a bus of its own: it hears only what the test lets through.

const { database } = await openEmbedded('hub')
const { shop, start, reply } = await talk(database)

/** A hub as in another process: `gap` says that signals may have been lost. */
async function otherProcess() {
  const bus = new Bus()
  const ways: { gap?: () => void } = {}
  const transport = {
    subscribe: async (_: unknown, gap: () => void) => {
      ways.gap = gap
    },
    publish: async () => {},
    end: async () => {},
  }
  await bus.connect(transport as never, { publishesEvents: false, logger: createLogger('silent') })
  const hub = new Hub({ ...database, bus }, new Registry(), createLogger('silent'))
  return { hub, bus, gap: () => ways.gap?.() }
}

/** A subscriber who has seen everything up to a revision, and notes the texts that it is sent. */
class Reader implements Subscriber {
  readonly shopId = shop.shopId
  readonly texts: string[] = []
  updates = 0
  revision: number | null
  constructor(revision: number) {
    this.revision = revision
  }
  changed(update: Update): void {
    this.updates++
    const { messages, now } = changesSince(update, this.revision as number)
    this.texts.push(...messages.map(({ text }) => text))
    this.revision = now
  }
  removed(): void {}
}

/** Statements that are sent by `work` and by what follows of it. */
async function statementsOf(work: () => void): Promise<number> {
  const before = database.statementsSent()
  work()
  return settledIn(database, shop, before)
}

test('after a gap what is newer is sent, once, and what is not is not even read', async () => {
  const { hub, bus, gap } = await otherProcess()
  const ids = await Promise.all(Array.from({ length: 6 }, start))
  const readers = ids.map((id) => {
    const reader = new Reader(1)
    hub.subscribe(shop.shopId, id, reader)
    return reader
  })
  const [id, reader] = [ids[0] as string, readers[0] as Reader]
  await reply(id, 'one')
  await reply(id, 'two')
  // The revisions of all, one conversation, its messages.
  assert.equal(await statementsOf(gap), 3)
  assert.deepEqual([reader.texts, reader.revision], [['one', 'two'], 3])
  assert.equal(await statementsOf(gap), 1)
  bus.publish(shop.shopId, { kind: 'changed', id }) // the one that was late
  await statementsOf(() => {})
  assert.deepEqual(reader.texts, ['one', 'two'])
  assert.deepEqual(
    readers.slice(1).map(({ updates }) => updates),
    [0, 0, 0, 0, 0],
  )
})

test('who subscribes after reading is sent what changed in between; nothing is read where nothing did', async () => {
  const { hub, bus, gap } = await otherProcess()
  const [id, other] = [await start(), await start()]
  const readAndSubscribe = async (inBetween: () => Promise<void> | void) => {
    const mark = hub.mark()
    const reader = new Reader(1)
    await inBetween()
    hub.subscribe(shop.shopId, id, reader)
    const statements = await statementsOf(() => hub.catchUp(shop.shopId, id, mark))
    hub.unsubscribe(shop.shopId, id, reader)
    return { statements, texts: reader.texts }
  }
  const changed = (which: string) => bus.publish(shop.shopId, { kind: 'changed', id: which })
  assert.deepEqual(await readAndSubscribe(() => {}), { statements: 0, texts: [] })
  assert.deepEqual(await readAndSubscribe(() => changed(other)), { statements: 0, texts: [] })
  const said = await readAndSubscribe(async () => {
    await reply(id, 'meanwhile')
    changed(id)
  })
  assert.deepEqual(said, { statements: 2, texts: ['meanwhile'] })
  // If the signal may have been lost, the hub reads as if it was.
  const lost = await readAndSubscribe(async () => void (await statementsOf(gap)))
  assert.deepEqual(lost.texts, ['meanwhile'])
  assert.deepEqual((await readAndSubscribe(() => {})).statements, 0)
})

test('a conversation that is deleted while it is read is sent as removed, and not sent afterwards', async () => {
  const { hub, bus } = await otherProcess()
  const id = await start()
  const told: string[] = []
  hub.subscribeStore(shop.shopId, {
    conversationChanged: () => told.push('changed'),
    conversationRemoved: () => told.push('removed'),
  })
  await statementsOf(() => {
    hub.touch(shop.shopId, id)
    bus.publish(shop.shopId, { kind: 'removed', id })
  })
  assert.deepEqual(told, ['removed'])
  await statementsOf(() => hub.touch(shop.shopId, id))
  assert.deepEqual(told, ['removed', 'changed'], 'the next read is sent')
})
