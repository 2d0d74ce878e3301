import type { Change } from '#connectors/changes.ts'
import type { FileStore } from '#core/files/files.ts'
import { applyChanges } from '#core/platform/apply.ts'
import type { ShopConnection } from '#core/platform/connections.ts'
import type { Shop } from '#database/database.ts'

/** Takes over what a shop was just asked for; `at`: when it was asked. */
export async function applyRead(
  shop: Shop,
  connection: ShopConnection,
  { changes, at }: { changes: Change[]; at: Date },
  files: FileStore,
): Promise<void> {
  const lines = changes.map((change, i) => ({ line: i + 1, change }))
  const context = { shop, connectionId: connection.id, deliveryId: '', at, isListening: true, makesContacts: false }
  await applyChanges(lines, { ...context, files, mail: null })
}
