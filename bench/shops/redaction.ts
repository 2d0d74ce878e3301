import { ok } from '#test/expect.ts'
import { addConversation, makeStore, message } from '#test/fixtures/factories.ts'
import { findingsOf, makePerson } from '#test/fixtures/personal-data-fixture.ts'
import { connectCustom, newOrder, tellAndWait } from '#test/fixtures/platform.ts'
import { withServer } from './server.ts'

/**
 * A customer with orders and conversations is redacted behind a shop's other news: until no row holds a word of theirs.
 * What they wrote stays (spec C9.17), so it names nobody here.
 */

const LATEST_MS = 120_000
/** Lines that wait when the request comes. */
const NEWS = 5_000

export function measureRedaction(): Promise<{ rows: number; ms: number; before: number }> {
  return withServer({}, async (server) => {
    const shop = await connectCustom(server, await makeStore(server))
    const person = makePerson()
    const { platformId, email } = person
    const names = Array.from({ length: 20 }, (_, n) => `R-${n}`)
    await tellAndWait(shop, [
      { kind: 'contact', data: person },
      ...names.map((orderNumber) => newOrder({ orderNumber, email, customerPlatformId: platformId })),
    ])
    const [contact] = (await findingsOf(server, person)).filter((row) => row.startsWith('contacts: '))
    const { id: customerUuid } = JSON.parse(String(contact).slice('contacts: '.length))
    for (let n = 0; n < 20; n++) {
      const attributes = [{ name: 'phone', value: person.phone }]
      const messages = [message({ text: 'Hello', senderName: person.name })]
      await addConversation(shop.store, { customerUuid, messages, attributes })
    }
    const before = (await findingsOf(server, person)).length
    if (before < 40) throw new Error(`only ${before} rows know the customer`)
    await shop.tell(Array.from({ length: NEWS }, (_, n) => newOrder({ orderNumber: `N-${n}` })))
    const begun = performance.now()
    ok(await shop.tell([{ kind: 'customer_redact', data: { platformId, orders: names } }]), 202)
    for (;;) {
      const rows = (await findingsOf(server, person)).length
      const ms = performance.now() - begun
      if (rows === 0 || ms > LATEST_MS) return { rows, ms, before }
    }
  })
}
