import type { Change } from '#connectors/changes.ts'
import type { FileStore } from '#core/files/files.ts'
import { applyChanges, type RefusedLine } from '#core/platform/apply.ts'
import type { Shop } from '#database/database.ts'

/** Takes over what a shop was just asked for; `at`: when it was asked. Answers what could not be taken. */
export async function applyRead(
  shop: Shop,
  connection: { id: string },
  { changes, at }: { changes: Change[]; at: Date },
  files: FileStore,
): Promise<RefusedLine[]> {
  const lines = changes.map((change, i) => ({ line: i + 1, change }))
  const context = { shop, connectionId: connection.id, deliveryId: '', at, isListening: true, makesContacts: false }
  return applyChanges(lines, { ...context, files, mail: null })
}
