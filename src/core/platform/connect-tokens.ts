import { hash } from 'node:crypto'
import { currentTime } from '#base/clock.ts'
import { newToken } from '#base/ids.ts'
import { isSameSecret } from '#base/secrets.ts'
import { recordAudit } from '#core/audit-log.ts'
import { ParleyError } from '#core/errors.ts'
import type { Database, Queries } from '#database/database.ts'
import {
  type ConnectionCredentials,
  type ConnectionKind,
  type ConnectionRow,
  findConnection,
  readConnectionCredentials,
  replaceCredentials,
  saveConnection,
} from '#storage/platform/connections.ts'
import { lookUpDirectory } from '#storage/stores/stores.ts'

/**
 * Connects a shop whose admin approves access in the shop: what comes back names the connection with a ticket that only the
 * creator of the connection was given. It is valid once, for an hour.
 */

const GOOD_MS = 60 * 60_000
const PLACE = /^([\w-]{1,64})\.(shtic_[\w-]{1,64})$/

type Ticket = NonNullable<ConnectionCredentials['ticket']>

/** `url`: the shop's address. */
export function newTicket(connectionId: string, url: string): { ticket: string; kept: Ticket } {
  const token = newToken('shtic_', 24)
  const until = new Date(currentTime().getTime() + GOOD_MS).toISOString()
  return { ticket: `${connectionId}.${token}`, kept: { hash: hash('sha256', token), until, url } }
}

/** The connection that a ticket is for, while it is good. UNAUTHENTICATED for any other: nobody learns which there are. */
export async function findByTicket(
  database: Database,
  kind: ConnectionKind,
  ticket: unknown,
): Promise<{ shopId: string; connection: ConnectionRow; credentials: ConnectionCredentials; url: string }> {
  const [, id = '', token = ''] = (typeof ticket === 'string' && PLACE.exec(ticket)) || []
  const found = id ? await lookUpDirectory(database.system, 'connection', id) : undefined
  if (!found) throw ticketUsedError()
  return { shopId: found.shopId, ...(await readTicket(database.shop(found.shopId), kind, { id, token })) }
}

async function readTicket(shop: Queries, kind: ConnectionKind, { id, token }: { id: string; token: string }) {
  const connection = await findConnection(shop, id)
  const credentials = connection?.kind === kind ? await readConnectionCredentials(shop, id) : null
  if (!connection || !credentials?.ticket || !isGood(credentials.ticket, token)) throw ticketUsedError()
  return { connection, credentials, url: credentials.ticket.url }
}

const ticketUsedError = () =>
  new ParleyError(
    'UNAUTHENTICATED',
    'This connection link has already been used or has expired. Start connecting again.',
  )

function isGood(kept: Ticket, token: string): boolean {
  if (new Date(kept.until) <= currentTime()) return false
  return isSameSecret(hash('sha256', token), kept.hash)
}

/** The shop has let us in: it is read from now on. The ticket is spent. */
export async function completeShopAuthorization(
  database: Database,
  kind: ConnectionKind,
  ticket: unknown,
  access: { key: string; secret: string; tokens?: { access: string; until: string; refresh?: string } },
): Promise<void> {
  const { shopId, connection } = await findByTicket(database, kind, ticket)
  const { id } = connection
  const token = String(ticket).slice(id.length + 1)
  await database.shop(shopId).transaction(async (tx) => {
    await findConnection(tx, id, 'for update')
    const { credentials, url } = await readTicket(tx, kind, { id, token }) // nobody has used it meanwhile
    const { ticket: _, ...rest } = credentials
    await saveConnection(tx, connection, { ...rest, api: { url, ...access } }, currentTime())
    const actor = { kind: 'platform', connectionId: id } as const
    await recordAudit(tx, actor, 'connection.connected', id, { kind, shopDomain: connection.shopDomain })
    tx.announce?.('pulls')
  })
}

/** A new ticket for a connection whose shop asks for approval again; it invalidates the one before. */
export async function renewTicket(
  database: Database,
  place: { shopId: string; connectionId: string },
): Promise<string> {
  const { shopId, connectionId: id } = place
  return database.shop(shopId).transaction(async (tx) => {
    await findConnection(tx, id, 'for update')
    const credentials = await readConnectionCredentials(tx, id)
    if (!credentials) throw ticketUsedError()
    const { ticket, kept } = newTicket(id, '')
    await replaceCredentials(tx, id, { ...credentials, ticket: kept })
    return ticket
  })
}
