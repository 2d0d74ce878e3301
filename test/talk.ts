import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Caller } from '#core/caller.ts'
import { createContact, customerOf } from '#core/contacts/creation.ts'
import { insertFor, openNew } from '#core/conversations/creation.ts'
import { writeAsCustomer } from '#core/conversations/customer-messages.ts'
import { postReply } from '#core/conversations/replies.ts'
import { DEFAULT_SETTINGS } from '#core/stores/settings.ts'
import { createStore } from '#core/stores/stores.ts'
import type { Database, Shop } from '#database/database.ts'

/** A store in a database without a service around it, whose customers and member talk. */
export async function talk(database: Database) {
  const address = { email: `owner-${randomUUID()}@example.com` }
  const { store, owner } = await createStore(database, { name: 'Acme', owner: address })
  const memberId = owner?.memberId ?? ''
  const shop = database.shop(store.shopId)
  const caller: Caller = { shop, actor: { kind: 'member', memberId } }
  return {
    store,
    shop,
    caller,
    /** A conversation of a new customer with one message; answers its id. */
    start: (): Promise<string> =>
      shop.transaction(async (tx) => {
        const person = { type: 'guest', name: null, email: null, phone: null, customAttributes: {} } as const
        const { contact, created } = await createContact(tx, person, { channel: 'online_store', emailIsClaimed: false })
        const row = await insertFor(tx, customerOf(contact), DEFAULT_SETTINGS, { channel: 'online_store' })
        const change = openNew(tx, row, DEFAULT_SETTINGS, [created])
        writeAsCustomer(change, { text: 'Hello' })
        await change.save('last')
        return row.id
      }),
    reply: (id: string, text: string) => postReply(caller, id, { text, memberId }),
  }
}

/** Waits until what is under way has been answered and nothing follows; answers the statements since `before`. */
export async function settledIn(database: Database, shop: Shop, before = 0): Promise<number> {
  for (let asked = 0; ; asked++) {
    const sent = database.statementsSent()
    await shop.query('select $1::text as shop') // the embedded database answers in the order in which it is asked
    await sleep(150) // longer than presence waits between two statements
    if (database.statementsSent() === sent + 1) return sent - before - asked
  }
}
