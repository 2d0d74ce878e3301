import { ok } from '#test/expect.ts'
import { type Changeable, changeableShopify, changeableWoo, differences } from '#test/fixtures/changeable-shops.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { sleep, until } from '#test/until.ts'
import { withServer } from './server.ts'

/** Many changes whose webhooks are lost, doubled and shuffled, then one reading: how many records differ before and after. */

const CHANGES = Number(process.env.BENCH_CHANGES ?? 1_000)
const READ_MS = 10 * 60_000

export interface Healing {
  name: string
  changes: number
  before: number
  after: number
}

export async function measureHealing(): Promise<Healing[]> {
  return [await heal('WooCommerce', await changeableWoo()), await heal('Shopify', await changeableShopify())]
}

function heal(name: string, shop: Changeable): Promise<Healing> {
  return withServer({ ...shop.env, PLATFORM_PULL_EVERY: '1h' }, async (server) => {
    const store = await makeStore(server)
    const path = `/operator/stores/${store.shopId}/connections`
    const readWhole = async () => {
      ok(await store.operator.post(path, shop.connection), 201)
      await isRead()
    }
    const isRead = () =>
      until(
        'the reading',
        async () => {
          const [{ sync }] = ok(await store.operator.get(path))
          const { waiting, kinds } = sync
          return waiting === 0 && kinds.length >= 5 && kinds.every((kind: { isComplete: boolean }) => kind.isComplete)
        },
        READ_MS,
      )
    await readWhole()
    for (let n = 0; n < CHANGES; n++) {
      shop.change()
      if (n % 10 === 0) await sleep(20)
    }
    await shop.settled()
    await isRead()
    const before = (await differences(server, shop)).length
    await readWhole()
    return { name, changes: CHANGES, before, after: (await differences(server, shop)).length }
  })
}
