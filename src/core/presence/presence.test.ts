import { after, test } from 'node:test'
import { clock } from '#base/clock.ts'
import { createLogger } from '#base/logger.ts'
import { PRESENCE_BEAT_MS, PRESENCE_STALE_MS } from '#core/limits.ts'
import { openEmbedded } from '#test/database/embedded.ts'
import { talk } from '#test/fixtures/conversation-fixture.ts'
import { until } from '#test/until.ts'
import { Presence } from './presence.ts'

// What is stored of who is connected, while processes come, stand still and are lost.

const { database } = await openEmbedded('presence')
const { shop, store } = await talk(database)
const logger = createLogger('silent')
const real = clock.now
after(() => {
  clock.now = real
})

const stored = async (): Promise<string[]> => {
  const rows = await shop.query<{ id: string }>('select id from presence where shop_id = $1 order by id')
  return rows.map(({ id }) => id)
}
const processes = (): Promise<{ id: string; seenAt: Date }[]> =>
  database.system.query('select id, seen_at from processes order by seen_at')
const areStored = (...ids: string[]) => until(`${ids} to be stored`, async () => String(await stored()) === String(ids))
const lose = (id: string, seenAt: number) =>
  database.system.query('insert into processes (id, seen_at) values ($1, $2)', [id, new Date(seenAt)])
const leaveBehind = (processId: string, ids: string[]) =>
  shop.query(`insert into presence (shop_id, kind, id, process_id) select $1, 'contact', unnest($2::text[]), $3`, [
    ids,
    processId,
  ])

test('those who were on a lost process have left, however many, but for those whom another one has', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const crowd = Array.from({ length: 1_200 }, (_, i) => `lost-${i}`)
  await lose('lost', real() - PRESENCE_STALE_MS - 1)
  await lose('late', real() - PRESENCE_STALE_MS + PRESENCE_BEAT_MS)
  await leaveBehind('lost', [...crowd, 'both'])
  await leaveBehind('late', ['both', 'late'])
  const presence = new Presence(database, { isAlone: false, logger })
  t.after(() => presence.stop())
  presence.come(store.shopId, 'contact', 'here')
  await areStored('both', 'here', 'late')
  await until('it to be forgotten', async () => (await processes())[0]?.id === 'late')

  // The other one is silent for too long.
  clock.now = () => real() + PRESENCE_BEAT_MS + 1
  t.mock.timers.tick(PRESENCE_BEAT_MS)
  await areStored('here')
  await until('the other one to be forgotten', async () => (await processes()).length === 1)
})

test('who is alone on its data takes away at once what an earlier run left', async (t) => {
  await lose('earlier', real() - 1)
  await leaveBehind('earlier', ['earlier'])
  const presence = new Presence(database, { isAlone: true, logger })
  t.after(() => presence.stop())
  await until('it to be gone', async () => !(await stored()).includes('earlier'))
})

test('what a backup brings of those who were connected then is taken away', async (t) => {
  await leaveBehind('unknown', ['restored'])
  const presence = new Presence(database, { isAlone: false, logger })
  t.after(() => presence.stop())
  await until('it to be gone', async () => !(await stored()).includes('restored'))
})

test('a process that was thought lost, since it stood still, writes again who is there', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const presence = new Presence(database, { isAlone: true, logger })
  t.after(() => presence.stop())
  presence.come(store.shopId, 'contact', 'a')
  presence.come(store.shopId, 'member', 'b')
  await areStored('a', 'b', 'here')
  await database.system.query('delete from processes')
  await shop.query('delete from presence where shop_id = $1')
  t.mock.timers.tick(PRESENCE_BEAT_MS)
  await areStored('a', 'b')
})
