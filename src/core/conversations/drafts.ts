import { currentTime } from '#base/clock.ts'
import type { Caller } from '#core/caller.ts'
import { DRAFTS_MAX } from '#core/limits.ts'
import { type DraftRow, findDraft, listDrafts, saveDraft } from '#storage/members/drafts.ts'
import { requireConversation } from './conversations.ts'

/** What members wrote and did not send, for each of their browsers (spec C13.22). The newest counts. */

const KEPT_MS = 30 * 24 * 60 * 60 * 1000
const oldest = (now: Date) => new Date(now.getTime() - KEPT_MS)

/** The member's drafts of the last 30 days, emptied ones included: DRAFTS_MAX at most. */
export function listOwnDrafts({ shop, access = null }: Caller, memberId: string): Promise<DraftRow[]> {
  return listDrafts(shop, memberId, access, { since: oldest(currentTime()), limit: DRAFTS_MAX })
}

export async function getOwnDraft({ shop }: Caller, memberId: string, id: string): Promise<DraftRow | null> {
  const conversation = await requireConversation(shop, id)
  return (await findDraft(shop, memberId, conversation.id)) ?? null
}

/** Keeps a draft and tells the member's other browsers; `browser` names the one that it comes from. */
export async function keepOwnDraft(
  { shop }: Caller,
  memberId: string,
  id: string,
  { draft, browser }: { draft: object | null; browser: string },
): Promise<DraftRow> {
  const { id: conversationId } = await requireConversation(shop, id)
  const now = currentTime()
  const row = { conversationId, draft, updatedAt: now }
  await shop.transaction(async (tx) => {
    await saveDraft(tx, memberId, row, oldest(now))
    tx.signal({ kind: 'draft', id: memberId, conversationId, browser })
  })
  return row
}
