import { call, send } from './http.ts'
import { changing, reload } from './queries.ts'
import type { Context, Conversation, SendingMailbox } from './records.ts'

/** Contacts that members write, and conversations that they begin. */

type Contact = NonNullable<Context['contact']>
/** What members write of a contact; null clears a field. */
export type ContactEdit = Partial<Pick<Contact, 'name' | 'email' | 'phone' | 'note' | 'tags' | 'customAttributes'>>
interface Saved {
  data: Contact
  meta: { duplicates: { id: string; name: string | null; email: string | null }[] }
}

export async function saveContact(id: string | null, edit: ContactEdit): Promise<Saved> {
  const path = id === null ? '/customers' : `/customers/${encodeURIComponent(id)}`
  const saved = await changing(call<Saved>(id === null ? 'POST' : 'PATCH', path, edit), 'contacts')
  await reload('context')
  return saved
}

export const listMailboxes = () => call<{ data: SendingMailbox[] }>('GET', '/mailboxes').then(({ data }) => data)

export const startConversation = (start: {
  channel: 'email' | 'online_store'
  contactId?: string
  email?: string
  accountId?: string
  subject?: string
  text: string
  isFormatted: boolean
  files: string[]
  clientId: string
}) => send<Conversation>('POST', '/conversations', start)
