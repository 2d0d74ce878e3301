import { createStore } from '../base/store.ts'

/** The dialog for a new conversation, which every page can open. */

export interface Recipient {
  id: string
  name: string | null
  email: string | null
}

/** `to`: whom it is for; null while that is still to be chosen, undefined while the dialog is closed. */
export const newConversation = createStore<{ to: Recipient | null | undefined }>({ to: undefined })
export const openNewConversation = (to: Recipient | null = null) => newConversation.set({ to })
export const closeNewConversation = () => newConversation.set({ to: undefined })
