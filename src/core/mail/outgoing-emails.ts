import { currentTime } from '#base/clock.ts'
import { newId } from '#base/ids.ts'
import { inboxLink } from '#core/inbox-link.ts'
import { INVITATION_MAILS_PER_DAY, MAILBOX_CODES_PER_DAY } from '#core/limits.ts'
import type { RateCounter } from '#core/rates/rate-counter.ts'
import type { Queries } from '#database/database.ts'
import { insertMail, type MailContent } from '#storage/mail/outgoing-emails.ts'
import { listActiveAdmins } from '#storage/members/members.ts'
import { findStore } from '#storage/stores/stores.ts'
import { takeMail } from './mail-counts.ts'
import { nameWithoutLinks } from './web-addresses.ts'

/** Target of links in mails, and the counter of mails per day; null if no mail is sent. */
export type MailLinks = { linkOf(token: string): string; counter: RateCounter } | null

/** Sender name of the service's own mail to members, next to the store's. */
const SERVICE = 'Parley'

/**
 * Puts a mail on its way in the transaction of what it tells of: both are kept, or neither. `about`: the conversations whose
 * words it repeats; it does not leave once one of them is redacted or deleted.
 */
export function queueMail(tx: Queries, content: MailContent, about: string[] = []): Promise<void> {
  return insertMail(tx, newId(), content, { about, now: currentTime() })
}

/**
 * Mails the link with which an invited address becomes a member. Returns false above the daily limit: the admin can
 * pass the link on. The address may be a stranger's, and the store chooses its name.
 */
export async function mailInvitation(
  tx: Queries,
  { to, token }: { to: string; token: string },
  { linkOf, counter }: NonNullable<MailLinks>,
): Promise<boolean> {
  const counted = { shopId: tx.shopId, to, network: null }
  if (!(await takeMail(counter, 'invitation', counted, INVITATION_MAILS_PER_DAY))) return false
  const store = nameWithoutLinks(await storeName(tx))
  const link = linkOf(token)
  await queueMail(tx, {
    ...ofService(to),
    subject: `Your invitation to ${store}`,
    text: `You are invited to answer the customers of ${store}.\n\nChoose a password to sign in:\n${link}\n\nThe link works once and expires in 7 days. If you did not expect it, ignore this email.`,
  })
  return true
}

/** Mails the code that verifies that a mailbox belongs to the store. Returns false above the daily limit. */
export async function mailMailboxCode(
  tx: Queries,
  { to, code }: { to: string; code: string },
  { counter }: NonNullable<MailLinks>,
): Promise<boolean> {
  const counted = { shopId: tx.shopId, to, network: null }
  if (!(await takeMail(counter, 'mailbox-code', counted, MAILBOX_CODES_PER_DAY))) return false
  const store = nameWithoutLinks(await storeName(tx))
  await queueMail(tx, {
    ...ofService(to),
    subject: `${code} is the code for this mailbox`,
    text: `The store ${store} wants to answer email to ${to} with ${SERVICE}. If that is you, enter this code in the inbox under Settings, Email and messengers:\n\n${code}\n\nIt is valid for one hour. If this was not you, ignore this email: the store does not get your email.`,
  })
  return true
}

/** The link with which a member chooses a new password. */
export async function mailPasswordLink(tx: Queries, to: string, link: string): Promise<void> {
  const store = await storeName(tx)
  await queueMail(tx, {
    ...ofService(to),
    subject: `A new password for ${store}`,
    text: `Choose a new password for the inbox of ${store}:\n${link}\n\nThe link works once and expires in 7 days. If you did not ask for it, ignore this email: your password does not change.`,
  })
}

/** Someone knows the member's password, and has guessed as many codes of their second factor as are judged. */
export async function mailGuessedCodes(tx: Queries, to: string): Promise<void> {
  const store = await storeName(tx)
  await queueMail(tx, {
    ...ofService(to),
    subject: `Someone has your password for ${store}`,
    text: `Someone signed in to the inbox of ${store} with your email and your password, and then entered ten wrong two-factor codes. They are not signed in. For 15 minutes only browsers that you used before can sign in.\n\nIf this was not you, choose a new password now: in the inbox under My account, or by "Forgot your password? Email me a reset link" on the sign-in page. Change it everywhere else where you use it, too.`,
  })
}

/** A member signed in with a browser that they had not used before. `network`: the address without its last part. */
export async function mailNewBrowser(
  tx: Queries,
  to: string,
  { browser, system, network, at }: { browser: string | null; system: string | null; network: string; at: Date },
): Promise<void> {
  const store = await storeName(tx)
  const program = [browser ?? 'an unknown browser', system].filter(Boolean).join(' on ')
  const time = `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  await queueMail(tx, {
    ...ofService(to),
    subject: `New sign-in to ${store}`,
    text: `Someone signed in to the inbox of ${store} as you, with a browser that you had not used there before:\n\n${program}\nFrom the network ${network}\n${time}\n\nIf this was you, there is nothing to do. Otherwise sign in now, end all other sessions under Settings, My account, change your password and remove passkeys that are not yours.`,
  })
}

/** A member's passkey was added or removed: they learn of it, in case it was somebody else. `name`: the passkey's. */
export async function mailPasskeyChange(
  tx: Queries,
  { to, name, change }: { to: string; name: string; change: 'added' | 'removed' },
): Promise<void> {
  const store = await storeName(tx)
  await queueMail(tx, {
    ...ofService(to),
    subject: `A passkey was ${change} for ${store}`,
    text: `A passkey was ${change} for your sign-in to the inbox of ${store}: ${nameWithoutLinks(name)}.\n\nIf this was not you, sign in now, remove passkeys that are not yours under Settings, My account, end all other sessions and change your password.`,
  })
}

/** A passkey was used whose counter went back: there may be a copy of it. */
export async function mailPasskeyCopied(tx: Queries, { to, name }: { to: string; name: string }): Promise<void> {
  const store = await storeName(tx)
  await queueMail(tx, {
    ...ofService(to),
    subject: `A passkey for ${store} may have been copied`,
    text: `Someone tried to sign in to the inbox of ${store} with your passkey ${nameWithoutLinks(name)}, and was refused: its counter went back, which happens when a passkey was copied.\n\nSign in another way, remove this passkey under Settings, My account, and add a new one.`,
  })
}

/** The operator let a member in again: the store's admins learn of it. `act`: what was done, before the address. */
export async function mailMemberRecovered(tx: Queries, { email, act }: { email: string; act: string }): Promise<void> {
  const store = await storeName(tx)
  for (const admin of await listActiveAdmins(tx)) {
    await queueMail(tx, {
      ...ofService(admin.email),
      subject: `The operator changed how a member of ${store} signs in`,
      text: `The operator of this Parley server ${act} ${email} in the store ${store}. All sessions of ${email} were ended.\n\nIf nobody of your team asked for it, contact the operator. The audit log in the settings records it.`,
    })
  }
}

/** A customer asked for their data: the store's admins answer. The mail names nobody; the inbox does. */
export async function mailDataRequest(tx: Queries, customerUuid: string, inboxUrl: string): Promise<void> {
  const { name: store, linkTo } = await storeInMail(tx, inboxUrl)
  for (const { email } of await listActiveAdmins(tx)) {
    await queueMail(tx, {
      ...ofService(email),
      subject: `A customer of ${store} asks for their data`,
      text: `The shop sent a customer's request for the data that ${store} has about them. Parley does not create a file: please answer the request yourself.\n\nThe customer's ID is ${customerUuid}. Their conversations are in the inbox:\n${linkTo('')}`,
    })
  }
}

/** A webhook was disabled because its deliveries failed: the store's admins can enable it again. `host`: where it sent to. */
export async function mailWebhookDisabled(
  tx: Queries,
  { host, reason, isQueueHeld }: { host: string; reason: string | null; isQueueHeld: boolean },
  inboxUrl: string,
): Promise<void> {
  const { name: store, linkTo } = await storeInMail(tx, inboxUrl)
  const queue = isQueueHeld
    ? 'Events that were not delivered are kept for it: they are sent once you enable it again.'
    : 'Events that were not delivered to it are dropped.'
  for (const { email } of await listActiveAdmins(tx)) {
    await queueMail(tx, {
      ...ofService(email),
      subject: `A webhook of ${store} was disabled`,
      text: `Parley stopped sending events of ${store} to ${host}, because its deliveries failed.\n\nThe last one: ${reason ?? 'no reason is known.'}\n\n${queue} Fix the endpoint, then enable the webhook in the inbox:\n${linkTo('/settings/webhooks')}`,
    })
  }
}

/** From the service itself, about no conversation of the recipient's. */
export const ofService = (to: string) => ({ to, accountId: null, conversationId: null, fromName: SERVICE })

const storeName = async (tx: Queries) => (await findStore(tx))?.name ?? SERVICE

/** The store's name, and links to its pages of the inbox. */
export async function storeInMail(tx: Queries, inboxUrl: string) {
  const store = await findStore(tx)
  const linkTo = (path: string) => (store ? inboxLink(inboxUrl, path, store.appId) : inboxUrl)
  return { name: store?.name ?? SERVICE, linkTo }
}
