import { undoConversationMerge, undoMerge } from '../../../api/merging.ts'
import { t } from '../../../base/texts.ts'
import { complain, toast } from '../../../ui/toast.tsx'

/** Undoes a merge of contacts, and tells of it. */
export async function part(mergeId: string): Promise<void> {
  try {
    await undoMerge(mergeId)
    toast(t('Each contact has their own again'))
  } catch (error) {
    complain(error)
  }
}

/** The same of conversations. */
export async function partConversations(mergeId: string): Promise<void> {
  try {
    await undoConversationMerge(mergeId)
    toast(t('The conversations are apart again'))
  } catch (error) {
    complain(error)
  }
}
