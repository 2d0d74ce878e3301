import type { AdaptiveBatchSize } from '#base/adaptive-batch-size.ts'
import { currentTime } from '#base/clock.ts'
import type { Queries, Shop } from '#database/database.ts'
import { addToCatalog } from '#storage/conversations/tags.ts'
import { lockCustomers, lockMembers, takeTurn } from '#storage/locks.ts'
import type { ImportKind } from './kind.ts'
import { whyRefused } from './refusals.ts'

/** A record to be written: the line it stood in, and its checked data. */
export interface Entry {
  line: number
  kindName: string
  kind: ImportKind
  data: unknown
}

interface Writing {
  /** How many fit into one transaction, where others wait for their turn. */
  pace: AdaptiveBatchSize | null
  written?: (entry: Entry) => void
  refused: (entry: Entry, error: unknown) => void
}

/**
 * Writes records in one transaction. Where the database refuses one of them, they are written one by one, so that only
 * that one is left out. What was judged is taken out of `batch`, or all of it is.
 */
export async function writeBatch(shop: Shop, batch: Entry[], writing: Writing): Promise<void> {
  if (batch.length === 0) return
  try {
    await write(shop, batch, writing.pace)
    for (const entry of batch) writing.written?.(entry)
  } catch (error) {
    if (!whyRefused(error)) throw error
    if (batch.length === 1) return writing.refused(batch[0] as Entry, error)
    while (batch[0]) {
      await writeBatch(shop, [batch[0]], writing)
      batch.shift() // what is left of it was not judged yet
    }
  }
}

/** Locks what the lines touch, in the order that all writers keep (storage/locks.ts); then each line finds its own. */
function write(shop: Shop, entries: Entry[], pace: AdaptiveBatchSize | null): Promise<void> {
  const touched = entries.map(({ kind, data }) => kind.touches(data))
  const idsOf = (kind: 'members' | 'contacts' | 'conversations') => [
    ...new Set(touched.flatMap((line) => line[kind] ?? []).filter((id) => typeof id === 'string')),
  ]
  const contacts = new Map<string, string | null | undefined>(idsOf('contacts').map((id) => [id, undefined]))
  for (const [id, address] of touched.flatMap((line) => line.addresses ?? [])) contacts.set(id, address)
  const tags = touched.flatMap((line) => line.tags ?? [])
  return shop.transaction(async (tx) => {
    const begun = performance.now()
    await Promise.all([
      takeTurn(tx, 'records'),
      lockMembers(tx, idsOf('members')),
      lockCustomers(tx, { contacts, conversations: idsOf('conversations') }),
    ])
    for (const run of runsOf(entries)) await save(tx, run)
    await addToCatalog(tx, tags, currentTime())
    pace?.took(entries.length, performance.now() - begun)
  })
}

/** Records that follow each other and can be stored together: of one kind, and no id twice. */
function* runsOf(entries: Entry[]): Generator<Entry[]> {
  let run: Entry[] = []
  let ids = new Set<unknown>()
  for (const entry of entries) {
    const { id } = entry.data as { id?: string }
    if (run.length > 0 && (run[0]?.kind !== entry.kind || ids.has(id))) {
      yield run
      run = []
      ids = new Set()
    }
    run.push(entry)
    if (id !== undefined) ids.add(id)
  }
  if (run.length > 0) yield run
}

async function save(tx: Queries, run: Entry[]): Promise<void> {
  const saveAll = run[0]?.kind.saveAll
  if (saveAll)
    return saveAll(
      tx,
      run.map(({ data }) => data),
    )
  for (const { kind, data } of run) await kind.save(tx, data)
}
