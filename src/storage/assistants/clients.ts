import type { Queries } from '#database/database.ts'

/** A client app that asks to be connected, as it describes itself. */
export interface ClientRow {
  id: string
  name: string
  redirectUris: string[]
  /** For an app that is described by a document: the document is not read again before this time. */
  freshUntil: Date | null
  createdAt: Date
  expiresAt: Date
}

/** A program that has not expired. */
export async function findClient(shop: Queries, id: string, now: Date): Promise<ClientRow | undefined> {
  const [row] = await shop.query<ClientRow>(
    `select id, name, redirect_uris, fresh_until, created_at, expires_at from assistant_clients
     where shop_id = $1 and id = $2 and expires_at > $3`,
    [id, now],
  )
  return row
}

/** Keeps a program; one with the same id is replaced, and stays as long as it would have stayed. */
export async function saveClient(tx: Queries, client: ClientRow): Promise<void> {
  await tx.query(
    `insert into assistant_clients as c (shop_id, id, name, redirect_uris, fresh_until, created_at, expires_at)
     values ($1, $2, $3, $4::text[], $5, $6, $7)
     on conflict (shop_id, id) do update set name = excluded.name, redirect_uris = excluded.redirect_uris,
       fresh_until = excluded.fresh_until, expires_at = greatest(c.expires_at, excluded.expires_at)`,
    [client.id, client.name, client.redirectUris, client.freshUntil, client.createdAt, client.expiresAt],
  )
}

/** An admin let the program in. */
export async function markUsed(tx: Queries, id: string, expiresAt: Date): Promise<void> {
  await tx.query('update assistant_clients set is_used = true, expires_at = $3 where shop_id = $1 and id = $2', [
    id,
    expiresAt,
  ])
}

/** Deletes the oldest apps that no admin has allowed, except `kept` of them. */
export async function deleteUnusedClients(tx: Queries, kept: number): Promise<void> {
  await tx.query(
    `delete from assistant_clients where shop_id = $1 and id in (
       select id from assistant_clients where shop_id = $1 and not is_used
       order by created_at desc, id desc offset $2 for update skip locked)`,
    [kept],
  )
}
