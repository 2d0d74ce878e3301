import { currentTime } from '#base/clock.ts'
import type { IncomingMail, IncomingWords } from '#channels/incoming.ts'
import { noteMailFrom } from '#core/shopper-mail/shopper-mail.ts'
import { readSettings } from '#core/stores/settings.ts'
import type { Queries, Shop } from '#database/database.ts'
import { findContactByIdentity } from '#storage/channels/identities.ts'
import { countMails, findChannelMessages, findMailByMessageId } from '#storage/channels/messages.ts'
import { takeTurn } from '#storage/locks.ts'
import { findTarget } from './find-target.ts'
import { type Arrived, identityKeysOf, writeIncoming } from './write-incoming.ts'

/** Number of mails of one sender, or to all of a store's mailboxes, after which nothing automatic answers them. */
const SENDER_BRAKE = { mails: 10, ms: 10 * 60_000 }
const STORE_BRAKE = { mails: 100, ms: 60 * 60_000 }

/**
 * A customer's message from a channel: it goes into the conversation that it belongs to, or a new one, under the rule for
 * every customer's words. One that came before changes nothing. Returns what became of it.
 */
export function receive(
  shop: Shop,
  incoming: IncomingWords,
  arrived: Arrived,
): Promise<'written' | 'known' | 'blocked'> {
  const { account } = arrived
  return shop.transaction(async (tx) => {
    const ids = identityKeysOf(incoming.sender)
    // One mail may come by several of the store's mailboxes at once: its sender has one turn in all of them.
    const customer = incoming.kind === 'mail' ? `mail ${incoming.sender.externalId}` : `${account.id} ${ids[0]}`
    // Sent together; the sender's turn comes first, and the others see what it waited for.
    const [, isKnown, contactId, settings] = await Promise.all([
      takeTurn(tx, { customer }),
      isKnownMessage(tx, account.id, incoming),
      findContactByIdentity(tx, account.id, ids),
      readSettings(tx),
    ])
    if (isKnown) return 'known' as const
    if (incoming.kind === 'mail') await noteSender(tx, incoming)
    let answered: Promise<boolean> | undefined
    const isAnswered = () => (answered ??= isAnsweredBy(tx, incoming))
    const rules = { settings, isAnswered }
    const place = await findTarget(tx, account, incoming, { contactId, ...rules })
    if (place === 'blocked') return place
    await writeIncoming(tx, place, incoming, arrived, rules)
    return 'written' as const
  })
}

/** Whether a message came before: a mail by any mailbox of the store, any other by the same account. */
export async function isKnownMessage(
  queries: Queries,
  accountId: string,
  { kind, externalId }: { kind: string; externalId: string },
): Promise<boolean> {
  if (kind === 'mail') return (await findMailByMessageId(queries, externalId)) !== undefined
  return (await findChannelMessages(queries, accountId, [externalId])).length > 0
}

/** Lifts the limit of mails to an address that answers one. Automatic mail does not count as an answer. */
async function noteSender(tx: Queries, { sender, answersOurs, isAutomatic }: IncomingMail): Promise<void> {
  if (sender.email && !isAutomatic) {
    await noteMailFrom(tx, sender.email, { isVerified: sender.isVerified, answers: answersOurs })
  }
}

/**
 * Whether the AI agent may answer: no automatic mail, and none of a storm. Two machines that answer each other are stopped
 * by what they have in common: many mails in a short time.
 */
async function isAnsweredBy(tx: Queries, incoming: IncomingWords): Promise<boolean> {
  if (incoming.kind !== 'mail') return true
  if (incoming.isAutomatic) return false
  const now = currentTime().getTime()
  const isStorm = async (brake: { mails: number; ms: number }, sender?: string) => {
    const of = { since: new Date(now - brake.ms), ...(sender === undefined ? {} : { sender }) }
    return (await countMails(tx, of, brake.mails)) >= brake.mails
  }
  // The store's first: it ends the look through what one sender sent.
  return !(await isStorm(STORE_BRAKE)) && !(await isStorm(SENDER_BRAKE, incoming.sender.externalId))
}
