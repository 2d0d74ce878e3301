import { undoConversationMerge, undoMerge } from '../../../api/merging.ts'
import { t } from '../../../base/texts.ts'
import { complain, toast } from '../../../ui/toast.tsx'

/** Undoes a merge of contacts, and tells of it. */
export async function part(mergeId: string): Promise<void> {
  try {
    await undoMerge(mergeId)
    toast(t('Merge undone'))
  } catch (error) {
    complain(error)
  }
}

/** Undoes a merge of conversations. */
export async function partConversations(mergeId: string): Promise<void> {
  try {
    await undoConversationMerge(mergeId)
    toast(t('Merge undone'))
  } catch (error) {
    complain(error)
  }
}
