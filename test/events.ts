import { PGlite } from '@electric-sql/pglite'
import { query } from './database.ts'
import type { Server } from './server.ts'

/** An event as it will be signed and sent (spec 6.2). */
export interface Event {
  eventId: string
  type: string
  shopId: string
  conversationId: string | null
  occurredAt: string
  // biome-ignore lint/suspicious/noExplicitAny: each type has data of its own, which is what tests look at
  data: any
}

/**
 * A store's events in the order they were written. The embedded database has one user at a time: there a copy is read.
 */
export async function readEvents(server: Server, shopId: string): Promise<Event[]> {
  const select = 'select body from events where shop_id = $1 order by id'
  const { DATABASE_URL } = server.env
  if (DATABASE_URL) return (await query<{ body: string }>(DATABASE_URL, select, [shopId])).map(toEvent)
  const database = await PGlite.create(await server.snapshot())
  const { rows } = await database.query<{ body: string }>(select, [shopId])
  await database.close()
  return rows.map(toEvent)
}

function toEvent({ body }: { body: string }): Event {
  return JSON.parse(body) as Event
}
