import type { Shop, Transaction } from './database.ts'

/**
 * A store whose transactions are parts of `tx`: each is committed with it, and one that fails undoes its own statements
 * only. For code that opens a transaction by itself and has to be committed together with something else.
 */
export function shopWithin(tx: Transaction, shop: Shop): Shop {
  return { ...tx, takesTurns: shop.takesTurns, transaction: (work) => tx.part(work) }
}
