import { pathOf } from './conversations.ts'
import { get } from './http.ts'
import type { DraftLine } from './records.ts'
import { storeHeaders } from './tab-store.ts'

/** The member's own drafts, as their browsers share them. */

export const listDrafts = () => get<DraftLine[]>('/drafts')
export const getDraft = (id: string) => get<DraftLine | null>(`${pathOf(id)}/draft`)

/** Sends a draft, also while the page is being left. Resolves to whether it arrived. */
export async function putDraft(id: string, draft: DraftLine['draft'], browser: string): Promise<boolean> {
  try {
    const response = await fetch(`/api/chat${pathOf(id)}/draft`, {
      method: 'PUT',
      headers: { ...storeHeaders(), 'content-type': 'application/json' },
      body: JSON.stringify({ draft, browser }),
      keepalive: true,
    })
    return response.ok
  } catch {
    return false
  }
}
