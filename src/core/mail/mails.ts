import { currentTime } from '#base/clock.ts'
import { newId } from '#base/ids.ts'
import type { Queries } from '#database/database.ts'
import { insertMail, type MailContent } from '#storage/mail/mails.ts'
import { listMembers } from '#storage/members/members.ts'
import { findStore } from '#storage/stores/stores.ts'

/** Where links in mails lead; null where no mail leaves. */
export type MailDesk = { linkOf(token: string): string } | null

/** Who the service's own mail to members is from, beside the store. */
const SERVICE = 'Parley'

/** Puts a mail on its way in the transaction of what it tells of: both are kept, or neither. */
export function queueMail(tx: Queries, content: MailContent): Promise<void> {
  return insertMail(tx, newId(), content, currentTime())
}

/** The link with which an invited address becomes a member. */
export async function mailInvitation(tx: Queries, to: string, link: string): Promise<void> {
  const store = await storeName(tx)
  await queueMail(tx, {
    ...ofService(to),
    subject: `Your invitation to ${store}`,
    text: `You are invited to answer the customers of ${store}.\n\nChoose a password, and you are in:\n${link}\n\nThe link works once, for 7 days. If you did not expect it, there is nothing to do.`,
  })
}

/** The link with which a member chooses a new password. */
export async function mailPasswordLink(tx: Queries, to: string, link: string): Promise<void> {
  const store = await storeName(tx)
  await queueMail(tx, {
    ...ofService(to),
    subject: `A new password for ${store}`,
    text: `Choose a new password for the inbox of ${store}:\n${link}\n\nThe link works once, for 7 days. If you did not ask for it, there is nothing to do: your password stays.`,
  })
}

/** A customer asked for their data: the store's admins answer. The mail names nobody; the inbox does. */
export async function mailDataRequest(tx: Queries, customerUuid: string, inboxUrl: string): Promise<void> {
  const store = await storeName(tx)
  const admins = (await listMembers(tx)).filter(({ role, active }) => role === 'admin' && active)
  for (const { email } of admins) {
    await queueMail(tx, {
      ...ofService(email),
      subject: `A customer of ${store} asks for their data`,
      text: `The shop passed on a customer's request for the data that ${store} has of them. Parley makes no file: please answer it.\n\nThe customer's id is ${customerUuid}. Their conversations are in the inbox:\n${inboxUrl}`,
    })
  }
}

/** From the service itself, about no conversation of the recipient's. */
export const ofService = (to: string) => ({ to, accountId: null, conversationId: null, fromName: SERVICE })

export const storeName = async (tx: Queries) => (await findStore(tx))?.name ?? SERVICE
