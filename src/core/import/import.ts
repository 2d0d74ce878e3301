import { findUnstorable } from '#base/text.ts'
import { refreshStatistics } from '#storage/statistics.ts'
import type { Caller } from '../caller.ts'
import { ParleyError } from '../errors.ts'
import { commerceKinds } from './commerce.ts'
import { conversationKind } from './conversation.ts'
import { type ImportKind, rejected } from './kind.ts'
import { readLines } from './lines.ts'
import { contactKind, memberKind } from './people.ts'
import { whyRefused } from './refusals.ts'

export interface ImportResult {
  /** How many records of each kind were stored. */
  imported: Record<string, number>
  /** Lines that were not, in the order of their numbers. */
  rejected: { line: number; message: string }[]
}

const KINDS: Record<string, ImportKind> = {
  member: memberKind,
  contact: contactKind,
  conversation: conversationKind,
  ...commerceKinds,
}

/** Lines written in one transaction. */
const BATCH_LINES = 200
const BATCH_CHARACTERS = 4 * 1024 * 1024
/** Lines after which the planner is told how much there is now: while the tables grow tenfold its picture is wrong. */
const STATISTICS_AT = [200, 2_000, 20_000, 200_000]
/** Refused lines that are told; the memory of one import is bounded by it. */
const REJECTED_MAX = 100_000

interface Entry {
  line: number
  kindName: string
  data: unknown
}

/**
 * Brings records in, one JSON object a line: `{"kind":…,"data":{…}}` (contract, section 5). Each line stands or falls
 * alone. The body is read as it arrives and written in batches; a batch that holds a line the database refuses is
 * written again line by line, so that only that line is left out. No events are made.
 */
export async function importRecords(caller: Caller, body: AsyncIterable<Buffer>): Promise<ImportResult> {
  const result: ImportResult = { imported: {}, rejected: [] }
  let batch: Entry[] = []
  let characters = 0
  let written = 0
  const flush = async () => {
    await writeBatch(caller, batch, result)
    if (STATISTICS_AT.some((lines) => written < lines && written + batch.length >= lines))
      await refreshStatistics(caller.shop)
    written += batch.length
    batch = []
    characters = 0
  }
  for await (const line of readLines(body)) {
    try {
      if (line.text instanceof Error) throw line.text
      batch.push({ line: line.number, ...readEntry(line.text) })
      characters += line.text.length
    } catch (error) {
      refuse(result, line.number, error)
    }
    if (batch.length >= BATCH_LINES || characters >= BATCH_CHARACTERS) await flush()
  }
  await flush()
  result.rejected.sort((a, b) => a.line - b.line)
  return result
}

function readEntry(text: string): Omit<Entry, 'line'> {
  let entry: unknown
  try {
    entry = JSON.parse(text)
  } catch (error) {
    throw rejected(`The line is not valid JSON: ${(error as Error).message}.`)
  }
  const { kind, data } = Object(entry) as { kind?: unknown; data?: unknown }
  if (typeof kind !== 'string' || !Object.hasOwn(KINDS, kind)) {
    throw rejected(`kind must be one of: ${Object.keys(KINDS).join(', ')}.`)
  }
  const unstorable = findUnstorable(data, 'data')
  if (unstorable) throw rejected(`${unstorable} holds a NUL character or half of a surrogate pair.`)
  ;(KINDS[kind] as ImportKind).check(data)
  return { kindName: kind, data }
}

async function writeBatch(caller: Caller, batch: Entry[], result: ImportResult): Promise<void> {
  if (batch.length === 0) return
  try {
    await write(caller, batch)
    for (const entry of batch) count(result, entry)
  } catch (error) {
    if (!whyRefused(error)) throw error
    if (batch.length === 1) return refuse(result, (batch[0] as Entry).line, error)
    for (const entry of batch) await writeBatch(caller, [entry], result)
  }
}

function write(caller: Caller, entries: Entry[]): Promise<void> {
  return caller.shop.transaction(async (tx) => {
    for (const { kindName, data } of entries) await (KINDS[kindName] as ImportKind).save(tx, data)
  })
}

function count({ imported }: ImportResult, { kindName }: Entry): void {
  imported[kindName] = (imported[kindName] ?? 0) + 1
}

function refuse(result: ImportResult, line: number, error: unknown): void {
  const message = error instanceof ParleyError ? error.message : whyRefused(error)
  if (!message) throw error
  if (result.rejected.length < REJECTED_MAX) result.rejected.push({ line, message })
}
