import { readFileSync } from 'node:fs'
import { decideOffline } from '../../src/ai-agent/offline/decide.ts'
import type { Decision, Turn } from '../../src/ai-agent/turn.ts'
import { createLogger } from '../../src/base/logger.ts'
import { type Caller, operatorCaller } from '../../src/core/caller.ts'
import { localPlatform } from '../../src/core/commerce/local-platform.ts'
import { MinuteLimits } from '../../src/core/rates/minute-limits.ts'
import { MemoryRateCounter } from '../../src/core/rates/rate-counter.ts'
import { completeSettings, type Settings } from '../../src/core/stores/settings.ts'
import { createStore } from '../../src/core/stores/stores.ts'
import { OrderLookups } from '../../src/core/visitors/order-lookups.ts'
import type { Database } from '../../src/database/database.ts'
import { openDatabase } from '../../src/database/open.ts'
import { benchSecrets } from '../secrets.ts'
import type { BenchEmbeddings } from './embeddings.ts'

/** A store whose AI agent is asked questions, as single turns. */
export interface AskedStore {
  caller: Caller
  ask(asked: string, turn?: Partial<Turn>): Promise<Decision>
}

export function openScratch(dataDir: string): Promise<Database> {
  return openDatabase({ databaseUrl: undefined, dataDir, secrets: benchSecrets(), logger: createLogger('silent') })
}

const platform = localPlatform('https://shop.example')
const counter = new MemoryRateCounter()
const lookups = new OrderLookups(platform, new MinuteLimits(counter, 0), counter)

/** A new store with these switches of the AI agent turned on or off; `embeddings` where a model is configured. */
export async function openStore(
  database: Database,
  name: string,
  ai: Partial<Settings['ai']> = {},
  embeddings: BenchEmbeddings | null = null,
): Promise<AskedStore> {
  const { store } = await createStore(database, { name, plan: 'plus' })
  const caller = operatorCaller(database, store.shopId)
  const settings = completeSettings({ ai })
  return {
    caller,
    async ask(asked, turn = {}) {
      await embeddings?.ready()
      return decideOffline(
        {
          caller,
          settings,
          lines: [{ senderType: 'customer', text: asked }],
          asked: [asked],
          locale: null,
          provenEmails: [],
          channel: 'online_store',
          hasCards: true,
          hasAskedBack: false,
          asker: null,
          ...turn,
        },
        { platform, lookups, embeddings: embeddings?.articles },
      )
    },
  }
}

/** Everything on, as the demo store has it. */
export const EVERYTHING: Partial<Settings['ai']> = {
  training: { products: true, collections: true, discounts: true },
  skills: { sizeGuide: true, orderTracking: true, afterSale: true, humanHandoff: true },
}

/** Lines of a file beside this one, without blank ones and those that begin with `//`. */
export function readLines(name: string): string[] {
  const text = readFileSync(new URL(name, import.meta.url), 'utf8')
  return text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('//'))
}
