import type { Caller } from '#core/caller.ts'
import { countContacts } from '#core/contact-list.ts'
import { QUERY_BUCKET } from '#core/limits.ts'
import { type Run, readPage } from './answer.ts'

/** What `extensions.cost` says (contract, section 9). */
export interface Cost {
  /** 1, and the contacts asked for: `first` or `last` of each page that lists any, all of them where neither is given. */
  requestedQueryCost: number
  /** 1, and the contacts given out. 0 when the query was refused. */
  actualQueryCost: number
  throttleStatus: { maximumAvailable: number; currentlyAvailable: number; restoreRate: number }
}

export function describeCost(requestedQueryCost: number, actualQueryCost: number, left: number): Cost {
  const throttleStatus = {
    maximumAvailable: QUERY_BUCKET.size,
    currentlyAvailable: Math.floor(left),
    restoreRate: QUERY_BUCKET.perSecond,
  }
  return { requestedQueryCost, actualQueryCost, throttleStatus }
}

export async function requestedCost({ plan, variables }: Run, caller: Caller): Promise<number> {
  let cost = 1
  for (const field of plan) {
    if (field.kind === 'customer') cost++
    if (field.kind !== 'customers' || !field.parts.some(({ kind }) => kind === 'nodes' || kind === 'edges')) continue
    cost += Math.max(0, readLimit(field, variables) ?? (await countContacts(caller)))
  }
  return cost
}

/** What a query asked for before arguments of a wrong value are refused, each in its place: those ask for nothing. */
function readLimit(field: Parameters<typeof readPage>[0], variables: Run['variables']): number | null {
  try {
    const { first, last } = readPage(field, variables)
    return first ?? last
  } catch {
    return 0
  }
}
