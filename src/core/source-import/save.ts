import type { Caller } from '#core/caller.ts'
import { writeBatch } from '#core/import/batch.ts'
import type { ImportKind } from '#core/import/kind.ts'
import type { Transaction } from '#database/database.ts'

/** Saves a record as its import line would be, and in the same transaction what `also` writes. Throws why it is refused. */
export async function saveWith(
  { shop }: Caller,
  kind: ImportKind,
  data: object,
  also: (tx: Transaction) => Promise<void>,
): Promise<void> {
  kind.check(data)
  const saving: ImportKind = {
    schema: kind.schema,
    check: () => {},
    touches: kind.touches,
    async save(tx, record) {
      await kind.save(tx, record)
      await also(tx as Transaction)
    },
  }
  let refusal: unknown
  await writeBatch(shop, [{ line: 1, kindName: '', kind: saving, data }], {
    pace: null,
    refused: (_entry, error) => {
      refusal = error
    },
  })
  if (refusal) throw refusal
}
