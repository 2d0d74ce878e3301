import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { createLogger } from '#base/logger.ts'
import { QUERY_BUCKET } from '#core/limits.ts'
import { createRedisQueryBudget } from '#database/redis/query-budget.ts'
import { openRedis } from '#database/redis/redis.ts'
import { standingClock } from '#test/clock.ts'
import { MemoryQueryBudget, type QueryBudget } from './query-budget.ts'

// Tests both implementations with one set of rules; only in memory can the clock be replaced.

const time = standingClock()

const logger = createLogger('silent')
const redis = await openRedis('redis://127.0.0.1:6379', logger)
const nowhere = await openRedis('redis://127.0.0.1:1', logger)
const memory = new MemoryQueryBudget()
const shared = createRedisQueryBudget(redis, QUERY_BUCKET, memory)
after(async () => {
  redis.close()
  nowhere.close()
  await memory.close()
})

for (const [name, budget] of Object.entries({ 'in memory': memory, 'in Redis': shared } as Record<
  string,
  QueryBudget
>)) {
  /** Redis's clock goes on meanwhile: some points may have come back. */
  const near = (actual: number, expected: number) => {
    assert.ok(
      actual >= expected && actual <= expected + 500,
      `${actual} is not ${expected}, nor a second's refill more`,
    )
  }

  test(`${name}: a store begins with 20,000 points, and a look takes none`, async () => {
    const shop = randomUUID()
    assert.equal(await budget.charge(shop, 0), 20_000)
    assert.equal(await budget.charge(shop, 0), 20_000)
    near(await budget.charge(shop, 21), 19_979)
    near(await budget.charge(shop, 21), 19_958)
  })

  test(`${name}: a debt ends at what comes back in 60 seconds`, async () => {
    const shop = randomUUID()
    near(await budget.charge(shop, 200_001), -30_000)
    near(await budget.charge(shop, 200_001), -30_000)
  })

  test(`${name}: each store has a budget of its own`, async () => {
    await budget.charge(randomUUID(), 20_000)
    assert.equal(await budget.charge(randomUUID(), 0), 20_000)
  })
}

test('a bucket regains 500 points per second, in fractions too, up to 20,000', async () => {
  const shop = randomUUID()
  assert.equal(await memory.charge(shop, 20_000), 0)
  time.now += 1
  assert.equal(await memory.charge(shop, 0), 0.5)
  time.now += 999
  assert.equal(await memory.charge(shop, 100), 400)
  time.now += 39_199
  assert.equal(await memory.charge(shop, 0), 19_999.5)
  time.now += 60_000
  assert.equal(await memory.charge(shop, 0), 20_000)
})

test('the deepest debt is paid back in 60 seconds', async () => {
  const shop = randomUUID()
  await memory.charge(shop, 1_000_000)
  time.now += 59_999
  assert.ok((await memory.charge(shop, 0)) < 0)
  time.now += 1
  assert.equal(await memory.charge(shop, 0), 0)
})

test('Redis refills by itself', async () => {
  const shop = randomUUID()
  const left = await shared.charge(shop, 10_000)
  await new Promise((resolve) => setTimeout(resolve, 100))
  const then = await shared.charge(shop, 0)
  assert.ok(then >= left + 45 && then < left + 1_000, `${left} became ${then}`)
})

test('while Redis is away the process has a budget of its own', async () => {
  const alone = createRedisQueryBudget(nowhere, QUERY_BUCKET, memory)
  const shop = randomUUID()
  assert.equal(await alone.charge(shop, 500), 19_500)
  assert.equal(await memory.charge(shop, 0), 19_500)
})

test('of names that strangers make up, the latest 100,000 have a balance; who goes on is not forgotten', async () => {
  const budget = new MemoryQueryBudget()
  after(() => budget.close())
  await budget.charge('first', 1_000)
  await budget.charge('goes on', 1_000)
  for (let i = 1; i < 100_000; i++) {
    await budget.charge(`made-up-${i}`, 10)
    if (i % 50_000 === 0) await budget.charge('goes on', 1_000)
  }
  assert.equal(await budget.charge('first', 0), QUERY_BUCKET.size)
  assert.equal(await budget.charge('goes on', 0), QUERY_BUCKET.size - 2_000)
})
