import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { Registry } from 'prom-client'
import { createLogger } from '#base/logger.ts'
import { Presence } from '#core/presence/presence.ts'
import { sendAsVisitor } from '#core/visitors/messages.ts'
import { endVisitor, openVisitor, requireVisitor } from '#core/visitors/visitors.ts'
import type { Shop } from '#database/database.ts'
import { Hub } from '#surfaces/realtime/hub.ts'
import { openEmbedded } from '#test/database/embedded.ts'
import { settledIn, talk } from '#test/fixtures/conversation-fixture.ts'
import { until } from '#test/until.ts'
import type { Storefront } from './parts.ts'
import { VisitorSockets } from './socket.ts'

// What a shopper's socket is sent, whatever happens in the moment in which it opens.

const { database } = await openEmbedded('sockets')
const { shop, reply } = await talk(database)
const logger = createLogger('silent')
const hub = new Hub(database, new Registry(), logger)
const presence = new Presence(database, { isAlone: true, logger })
after(() => presence.stop())

/** What is done after the database has answered where a shopper stands, and before that is known. Reading may fail first. */
let inBetween: (() => Promise<unknown>) | undefined
let failures = 0
let reads = 0
const watched: Shop = {
  ...shop,
  async query<Row>(...[sql, params]: Parameters<Shop['query']>) {
    const isStanding = sql.includes('with ordinality as a (token_hash')
    if (isStanding) reads++
    if (isStanding && failures-- > 0) throw new Error('the database is away')
    const rows = await shop.query<Row>(sql, params)
    if (isStanding) await inBetween?.()
    return rows
  },
}
const sockets = new VisitorSockets(
  { stores: { find: async () => watched }, realtime: { hub, presence } } as unknown as Storefront,
  database,
)

async function makeShopper() {
  const device = { locale: null, ipAddress: '192.0.2.1', userAgent: null }
  const { token } = await openVisitor(shop, undefined, device, async () => {})
  const { conversationId } = await sendAsVisitor(shop, token, { clientId: randomUUID(), text: 'Hello' })
  return { token, conversationId }
}

/** A socket that says hello, and what it is sent. */
// biome-ignore lint/suspicious/noExplicitAny: frames are looked into whose shape is what is tested
function connect(shopper: { token: string; conversationId: string }, revision = 1): any {
  const socket = {
    OPEN: 1,
    readyState: 1,
    session: null,
    frames: [] as { type: string }[],
    code: 0,
    push: (text: string) => socket.frames.push(JSON.parse(text)),
    close(code: number) {
      socket.code ||= code
      socket.readyState = 3
    },
  }
  const said = sockets.hello(socket as never, { type: 'hello', appId: 'app_x', ...shopper, revision })
  return Object.assign(socket, { said })
}
/** What each frame is, with the words of its messages; without those of a conversation alone. */
const textsOf = ({ frames }: { frames: { type: string; messages?: { text: string }[] }[] }) =>
  frames
    .map(({ type, messages = [] }) => [type, ...messages.map(({ text }) => text)])
    .filter(([type, ...texts]) => type !== 'changes' || texts.length > 0)
const typesOf = ({ frames }: { frames: { type: string }[] }) => frames.map(({ type }) => type)

test('sockets that open together are answered by one statement, each with its own', async () => {
  const shoppers = await Promise.all(Array.from({ length: 20 }, makeShopper))
  await reply(shoppers[3]?.conversationId ?? '', 'missed')
  reads = 0
  const stranger = connect({ token: `vt_${'0'.repeat(64)}`, conversationId: shoppers[0]?.conversationId ?? '' })
  const nosy = connect({ ...shoppers[0], conversationId: shoppers[1]?.conversationId ?? '' } as never)
  const opened = shoppers.map((shopper) => connect(shopper))
  await Promise.all([stranger, nosy, ...opened].map(({ said }) => said))
  assert.equal(reads, 1)
  assert.deepEqual([stranger.code, stranger.frames], [4401, []])
  assert.equal(nosy.frames[0].conversation.id, shoppers[0]?.conversationId)
  for (const [i, { frames }] of opened.entries()) {
    assert.equal(frames[0].conversation.id, shoppers[i]?.conversationId)
    assert.deepEqual(textsOf({ frames }), [i === 3 ? ['ready', 'missed'] : ['ready']])
  }
})

test('what changes between the read and the subscription is sent, once; without a change nothing is read again', async () => {
  const shopper = await makeShopper()
  await connect(shopper).said
  await settledIn(database, shop) // until they are shown as there
  const before = database.statementsSent()
  const quiet = connect(shopper)
  await quiet.said
  assert.equal(await settledIn(database, shop, before), 1)
  assert.deepEqual(textsOf(quiet), [['ready']])

  const another = await makeShopper() // without a socket for which the change would be read anyway
  inBetween = async () => {
    inBetween = undefined
    await reply(another.conversationId, 'just now')
  }
  const late = connect(another)
  await late.said
  await settledIn(database, shop)
  assert.deepEqual(textsOf(late), [['ready'], ['changes', 'just now']])
})

test('a visitor who is logged out while their socket opens is notified', async () => {
  const shopper = await makeShopper()
  inBetween = async () => {
    inBetween = undefined
    await endVisitor(shop, await requireVisitor(shop, shopper.token))
  }
  const socket = connect(shopper)
  await socket.said
  await until('the socket to be closed', () => socket.code !== 0)
  assert.deepEqual([typesOf(socket), socket.code], [['ready', 'ended'], 4401])
})

test('a socket whose hello meets a failing database is answered once that is back, and closed when it stays away', async () => {
  const shopper = await makeShopper()
  failures = 2
  const socket = connect(shopper)
  await socket.said
  assert.deepEqual([typesOf(socket), socket.code], [['ready'], 0])
  failures = Number.POSITIVE_INFINITY
  const begun = performance.now()
  await assert.rejects(connect(shopper).said, /away/) // which its socket answers with 1013
  const took = performance.now() - begun
  assert.ok(took > 4_000 && took < 8_000, `${took} ms: the SDK gives up after 8 s`)
  const gone = connect(shopper)
  gone.readyState = 3
  await assert.rejects(gone.said)
  failures = 0
})
