import { AdaptiveBatchSize } from '#base/adaptive-batch-size.ts'
import { nullPrototypeRecord } from '#base/null-prototype-record.ts'
import { findUnstorable } from '#base/text.ts'
import { TURN_MS } from '#core/limits.ts'
import { refreshStatistics } from '#database/statistics.ts'
import type { Caller } from '../caller.ts'
import { ParleyError } from '../errors.ts'
import { type Entry, writeBatch } from './batch.ts'
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

/** An import that could not go on: tells what it has stored. `cause` is why. */
export class ImportInterrupted extends Error {
  readonly result: ImportResult

  /** `line` is the first that was not judged; null where none was waiting. */
  constructor(result: ImportResult, line: number | null, cause: unknown) {
    const stored = Object.entries(result.imported).map(([kind, count]) => `${count} ${kind}`)
    const until = line === null ? 'until then' : `before line ${line}`
    super(
      `The import was interrupted. Stored ${until}: ${stored.join(', ') || 'nothing'}; refused lines: ${result.rejected.length}. ` +
        `Send it again, whole${line === null ? '' : ` or from line ${line} on`}: a line whose id exists replaces its record.`,
      { cause },
    )
    this.result = result
  }
}

/** Every kind of line. */
export const KINDS: Record<string, ImportKind> = nullPrototypeRecord({
  member: memberKind,
  contact: contactKind,
  conversation: conversationKind,
  ...commerceKinds,
})

/** Lines written in one transaction. */
const BATCH_LINES = 200
/** Maximum of lines per transaction if all stores share one connection. */
const TURN_LINES = 50
const BATCH_CHARACTERS = 4 * 1024 * 1024
/** Lines after which the planner's statistics are refreshed: while tables grow tenfold they are wrong. */
const STATISTICS_AT = [200, 2_000, 20_000, 200_000]
/** Refused lines that are reported; this bounds the memory of one import. */
const REJECTED_MAX = 100_000

/**
 * Brings records in, one JSON object a line: `{"kind":…,"data":{…}}` (spec C5). Each line stands or falls
 * alone. The body is read as it arrives and written in batches; a batch that holds a line the database refuses is
 * written again line by line, so that only that line is left out. No events are made. ImportInterrupted when it cannot
 * go on.
 */
export async function importRecords(caller: Caller, body: AsyncIterable<Buffer>): Promise<ImportResult> {
  const result: ImportResult = { imported: {}, rejected: [] }
  let batch: Entry[] = []
  let characters = 0
  let written = 0
  const pace = caller.shop.takesTurns ? new AdaptiveBatchSize({ targetMs: TURN_MS, start: 10, max: TURN_LINES }) : null
  const flush = async () => {
    const before = written
    written += batch.length
    await writeBatch(caller.shop, batch, {
      pace,
      written: (entry) => count(result, entry),
      refused: ({ line }, error) => refuse(result, line, error),
    })
    batch = []
    characters = 0
    if (STATISTICS_AT.some((lines) => before < lines && written >= lines)) await refreshStatistics(caller.shop)
  }
  try {
    for await (const line of readLines(body)) {
      try {
        if (line.text instanceof Error) throw line.text
        batch.push({ line: line.number, ...readEntry(line.text) })
        characters += line.text.length
      } catch (error) {
        refuse(result, line.number, error)
      }
      if (batch.length >= (pace?.size ?? BATCH_LINES) || characters >= BATCH_CHARACTERS) await flush()
    }
    await flush()
  } catch (error) {
    throw new ImportInterrupted(result, batch[0]?.line ?? null, error)
  }
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
  const importKind = typeof kind === 'string' ? KINDS[kind] : undefined
  if (!importKind) {
    throw rejected(`kind must be one of: ${Object.keys(KINDS).join(', ')}.`)
  }
  const unstorable = findUnstorable(data, 'data')
  if (unstorable) throw rejected(`${unstorable} contains a NUL character or an unpaired surrogate.`)
  importKind.check(data)
  return { kindName: kind as string, kind: importKind, data }
}

function count({ imported }: ImportResult, { kindName }: Entry): void {
  imported[kindName] = (imported[kindName] ?? 0) + 1
}

function refuse(result: ImportResult, line: number, error: unknown): void {
  const message = error instanceof ParleyError ? error.message : whyRefused(error)
  if (!message) throw error
  if (result.rejected.length < REJECTED_MAX) result.rejected.push({ line, message })
}
