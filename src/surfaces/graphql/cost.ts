import type { Caller } from '#core/caller.ts'
import { countContacts } from '#core/contacts/contact-list.ts'
import { CONTACTS_PIECE, QUERY_BUCKET } from '#core/limits.ts'
import { type Run, readPage } from './answer.ts'
import type { RootField } from './plan.ts'

/** What `extensions.cost` says (spec C9.22). */
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

/**
 * The most that a query can come to, as far as that is known before it runs: a page lists no more than there are, once
 * for each name that its `nodes` or its `edges` are asked for under.
 */
export async function greatestCost({ plan, variables }: Run, caller: Caller): Promise<number> {
  let cost = 1
  for (const field of plan) {
    if (field.kind === 'customer') cost++
    const lists = field.kind === 'customers' ? countLists(field) : 0
    if (lists === 0) continue
    const limit = readLimit(field as CustomersRoot, variables) ?? Number.POSITIVE_INFINITY
    const size = limit <= CONTACTS_PIECE ? limit : Math.min(limit, await countContacts(caller))
    cost += Math.max(0, size) * lists
  }
  return cost
}

type CustomersRoot = Extract<RootField, { kind: 'customers' }>

function countLists({ parts }: CustomersRoot): number {
  const named = (kind: 'nodes' | 'edges') => parts.filter((part) => part.kind === kind).length
  return Math.max(named('nodes'), named('edges'))
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
