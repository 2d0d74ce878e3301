import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createStore } from '#core/stores/stores.ts'
import { openEmbedded } from '#test/database/embedded.ts'
import { findStoresDue } from './due-stores.ts'

const { database } = await openEmbedded('due')

test('stores with something due are found as a look at every row finds them, by store and by lane', async () => {
  const [begin, end] = [Date.UTC(2026, 0), Date.UTC(2026, 1)]
  const rows: { shopId: string; id: string; at: number }[] = []
  for (let n = 0; n < 30; n++) {
    const { store } = await createStore(database, { name: 'Acme' })
    const times = Array.from({ length: n % 4 === 0 ? 0 : n }, () => begin + Math.random() * (end - begin))
    for (const [i, at] of times.entries()) {
      const id = `${n % 3 === 0 ? 'odd' : 'even'}-${String(i).padStart(2, '0')}`
      const row = [id, new Date(at)]
      await database
        .shop(store.shopId)
        .query('insert into file_deletion_queue (shop_id, id, removed_at) values ($1, $2, $3)', row)
      rows.push({ shopId: store.shopId, id, at: Math.round(at) })
    }
  }
  const expected = (until: number, isAsked: (row: { id: string }) => boolean) => {
    const due = rows.filter((row) => row.at <= until && isAsked(row)).sort((a, b) => a.at - b.at)
    return [...new Set(due.map(({ shopId }) => shopId))]
  }
  const byStore = { table: 'file_deletion_queue', time: 'removed_at' }
  const byLane = { ...byStore, lane: 'id', where: "id like 'even-%'" }
  for (const isSharded of [false, true]) {
    const system = { ...database.system, isSharded }
    for (const until of [begin - 1, begin + (end - begin) / 40, (begin + end) / 2, end]) {
      const find = (times: typeof byStore, limit = 100, which?: string) =>
        findStoresDue(system, times, new Date(until), limit, which)
      assert.deepEqual(
        await find(byStore),
        expected(until, () => true),
      )
      assert.deepEqual(
        await find(byLane),
        expected(until, ({ id }) => id.startsWith('even')),
      )
      assert.deepEqual(await find(byStore, 3), expected(until, () => true).slice(0, 3), 'the earliest first')
      assert.deepEqual(await find(byStore, 100, 'e.shop_id < $1::text'), [], 'with a condition more')
    }
  }
})
