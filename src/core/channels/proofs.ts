import { randomInt } from 'node:crypto'
import { currentTime } from '#base/clock.ts'
import { hashToken } from '#base/ids.ts'
import { isSameSecret } from '#base/secrets.ts'
import { recordAudit } from '#core/audit-log.ts'
import type { Caller } from '#core/caller.ts'
import { invalidParams, notFound, ParleyError } from '#core/errors.ts'
import { MAILBOX_CODE } from '#core/limits.ts'
import { type MailLinks, mailMailboxCode } from '#core/mail/outgoing-emails.ts'
import type { Queries } from '#database/database.ts'
import { type AccountRow, findAccount, findProof, saveProof, setProven } from '#storage/channels/accounts.ts'
import { type Account, claimAccount } from './accounts.ts'

/** How a mailbox that a store's admin connected is proven: by a code that is mailed to its address. */

/**
 * Mails another code to a mailbox's address; the one before is void. Nothing for one that is proven. INVALID_PARAMS where
 * this service sends no mail, RATE_LIMITED for too many codes today.
 */
export async function mailCode({ shop }: Caller, id: string, mail: MailLinks): Promise<void> {
  await shop.transaction(async (tx) => {
    const { isVerified, address } = await requireMailbox(tx, id)
    if (isVerified) return
    if (!mail) {
      throw invalidParams('This service sends no mail, so no code: give imap.url, or have the operator connect it.')
    }
    const code = String(randomInt(10 ** MAILBOX_CODE.digits)).padStart(MAILBOX_CODE.digits, '0')
    const until = new Date(currentTime().getTime() + MAILBOX_CODE.ms).toISOString()
    await saveProof(tx, id, { codeHash: hashOf(id, code), until, tries: 0 })
    if (!(await mailMailboxCode(tx, { to: address as string, code }, mail))) {
      throw new ParleyError('RATE_LIMITED', 'Too many codes were mailed today; try again tomorrow.')
    }
  })
}

/**
 * Proves a mailbox by the code that was mailed to its address: mail for it at our own door is the store's from now on.
 * INVALID_PARAMS for a wrong code, after too many wrong ones or an hour, and where the mailbox is another store's.
 */
export async function proveMailbox({ shop, actor }: Caller, id: string, code: string): Promise<Account> {
  const isRight = await shop.transaction(async (tx) => {
    const account = await requireMailbox(tx, id)
    if (account.isVerified) return true
    const proof = await findProof(tx, id)
    if (!proof || proof.tries >= MAILBOX_CODE.tries || Date.parse(proof.until) < currentTime().getTime()) return false
    if (!isSameSecret(hashOf(id, code), proof.codeHash)) {
      await saveProof(tx, id, { ...proof, tries: proof.tries + 1 })
      return false
    }
    await claimAccount(tx, account)
    await setProven(tx, id, currentTime())
    await recordAudit(tx, actor, 'channel.proven', id)
    return true
  })
  if (!isRight) throw invalidParams('code is wrong or no longer valid; check it, or have another one mailed.')
  return (await findAccount(shop, id)) as Account
}

async function requireMailbox(tx: Queries, id: string): Promise<AccountRow> {
  const account = await findAccount(tx, id, 'for update')
  if (account?.channel !== 'email' || account.state === 'disconnected') throw notFound('Channel account')
  return account
}

const hashOf = (id: string, code: string) => hashToken(`${id} ${code}`)
