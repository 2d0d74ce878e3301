import type { Caller } from '#core/caller.ts'
import { ParleyError } from '#core/errors.ts'
import type { FileStore } from '#core/files/files.ts'
import { readLines } from '#core/import/lines.ts'
import { whyRefused } from '#core/import/refusals.ts'
import { refreshStatistics } from '#database/statistics.ts'
import { findUpload } from '#storage/files/files.ts'
import { findImported, replaceImportedFile, type SourceKind } from '#storage/source-import/imported-records.ts'
import { importConversation } from './conversations.ts'
import { importArticle, importContact, importMember } from './people.ts'
import { readRecord } from './read-record.ts'
import type { Outcome, SourceRecord } from './records.ts'

export interface SourceImportResult {
  /** How many records of each kind are new. */
  imported: Record<string, number>
  /** Records, or parts of them, that were not imported. */
  skipped: { kind: string; sourceId: string; reason: string }[]
}

/** Records after which the planner's statistics are refreshed: while tables grow tenfold they are wrong. */
const STATISTICS_AT = [200, 2_000, 20_000, 200_000]

/**
 * Imports records of another help desk, a JSON object a line, each in a transaction of its own together with its entry in
 * the map of ids. What was imported before stays as it is here; a conversation gets the messages that are new. No event is
 * made, and nothing is sent.
 */
export async function importSourceRecords(
  caller: Caller,
  source: string,
  body: AsyncIterable<Buffer>,
): Promise<SourceImportResult> {
  const result: SourceImportResult = { imported: {}, skipped: [] }
  let count = 0
  for await (const { number, text } of readLines(body)) {
    const told = { kind: 'line', sourceId: String(number) }
    try {
      if (text instanceof Error) throw text
      const record = readRecord(text)
      Object.assign(told, { kind: record.kind, sourceId: record.sourceId })
      const { isNew, skipped } = await importRecord(caller, source, record)
      if (isNew) result.imported[record.kind] = (result.imported[record.kind] ?? 0) + 1
      for (const reason of skipped) result.skipped.push({ ...told, reason })
    } catch (error) {
      const reason = error instanceof ParleyError ? error.message : whyRefused(error)
      if (!reason) throw error
      result.skipped.push({ ...told, reason })
    }
    if (STATISTICS_AT.includes(++count)) await refreshStatistics(caller.shop)
  }
  return result
}

function importRecord(caller: Caller, source: string, record: SourceRecord): Promise<Outcome> {
  switch (record.kind) {
    case 'member':
      return importMember(caller, source, record.sourceId, record.data)
    case 'contact':
      return importContact(caller, source, record.sourceId, record.data)
    case 'conversation':
      return importConversation(caller, source, record)
    case 'faq':
      return importArticle(caller, source, record.sourceId, record.data)
  }
}

/** The versions of those records that were imported before, by the source's ids. */
export async function listKnown(
  { shop }: Caller,
  source: string,
  kind: SourceKind,
  sourceIds: readonly string[],
): Promise<{ sourceId: string; version: string | null }[]> {
  const found = await findImported(shop, source, kind, sourceIds)
  return [...found.values()].map(({ sourceId, version }) => ({ sourceId, version }))
}

/** Keeps a file of the source for the message that will name it. A file that is here already is not read. */
export async function importSourceFile(
  caller: Caller,
  files: FileStore,
  source: string,
  file: { sourceId: string; name: string; body: AsyncIterable<Buffer> },
): Promise<{ id: string }> {
  const { sourceId, name, body } = file
  const known = (await findImported(caller.shop, source, 'file', [sourceId])).get(sourceId)
  if (known && (await findUpload(caller.shop, known.id))) return { id: known.id }
  const { id } = await files.take(caller, { name, body, visitorId: null, memberId: null }, { isIncoming: true })
  await replaceImportedFile(caller.shop, source, sourceId, id)
  return { id }
}
