import type { Caller } from '#core/caller.ts'
import { listConnections } from '#storage/platform/connections.ts'
import { countRecords } from '#storage/platform/records.ts'
import { listSyncStates, waitingDeliveries } from '#storage/platform/sync.ts'
import type { ShopConnection } from './connections.ts'

/** How far a kind of record is known here. */
interface KindProgress {
  kind: string
  /** Number of records that the shop has sent. */
  records: number
  /** How many there are, as the shop says; null where it does not, or nothing is being read. */
  total: number | null
  /** Whether all of them were read once; null where the shop tells by itself, and nothing is read. */
  isComplete: boolean | null
  lastSeenAt: Date | null
}

export interface SyncProgress {
  /** Deliveries that are not applied yet. */
  waiting: number
  kinds: KindProgress[]
}

/** The store's connections with what came of them, oldest first; ended ones too. */
export async function listStoreConnections({ shop }: Caller): Promise<(ShopConnection & { sync: SyncProgress })[]> {
  const [connections, counts, states, waiting] = await Promise.all([
    listConnections(shop),
    countRecords(shop),
    listSyncStates(shop),
    waitingDeliveries(shop),
  ])
  return connections.map((connection) => {
    const isOwn = ({ connectionId }: { connectionId: string }) => connectionId === connection.id
    const counted = counts.filter(isOwn)
    const read = states.filter(isOwn)
    const kinds = [...new Set([...counted, ...read].map(({ kind }) => kind))].sort()
    return {
      ...connection,
      sync: {
        waiting: waiting.find(isOwn)?.deliveries ?? 0,
        kinds: kinds.map((kind) => {
          const known = counted.find((one) => one.kind === kind)
          const state = read.find((one) => one.kind === kind)
          return {
            kind,
            records: known?.records ?? 0,
            total: state?.total ?? null,
            isComplete: state ? state.doneAt !== null : null,
            lastSeenAt: known?.seenAt ?? null,
          }
        }),
      },
    }
  })
}
