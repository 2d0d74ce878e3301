import type { Queries } from '#database/database.ts'

/** Marks a contact and all of their conversations, or one conversation that has no contact; returns the changed ones. */
export async function setBlocked(
  tx: Queries,
  {
    contactId,
    conversationId,
    isBlocked,
    now,
  }: {
    contactId: string | null
    conversationId: string
    isBlocked: boolean
    now: Date
  },
): Promise<void> {
  if (contactId !== null) {
    await tx.query('update contacts set is_blocked = $3, updated_at = $4 where shop_id = $1 and id = $2', [
      contactId,
      isBlocked,
      now,
    ])
  }
  const rows = await tx.query<{ id: string }>(
    `update conversations set is_block = $3, updated_at = $4
     where shop_id = $1 and is_block <> $3 and ${contactId === null ? 'id' : 'contact_id'} = $2 returning id`,
    [contactId ?? conversationId, isBlocked, now],
  )
  for (const { id } of rows) tx.signal({ kind: 'changed', id })
}
