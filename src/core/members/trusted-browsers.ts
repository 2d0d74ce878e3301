import { currentTime } from '#base/clock.ts'
import { hashToken } from '#base/ids.ts'
import { cutAddress } from '#base/network.ts'
import { mailNewBrowser } from '#core/mail/outgoing-emails.ts'
import type { Database, Queries } from '#database/database.ts'
import { findMember } from '#storage/members/members.ts'
import {
  findDevice,
  hasDevice,
  insertDevice,
  keepNewestDevices,
  touchDevice,
} from '#storage/members/trusted-browsers.ts'
import { type Device, newMemberToken, readBrowser, shopOfToken } from './sessions.ts'

/** Browsers that are remembered of one member. */
const DEVICES_MAX = 20

/** The hash of a browser's cookie where it is remembered of one of these accounts; null for any other browser. */
export async function findKnownDevice(
  database: Database,
  token: string | null,
  accounts: { shopId: string; memberId: string }[],
): Promise<string | null> {
  const shopId = token === null ? null : shopOfToken(token)
  const account = accounts.find((one) => one.shopId === shopId)
  if (!account || token === null) return null
  const tokenHash = hashToken(token)
  const memberId = await findDevice(database.shop(account.shopId), tokenHash)
  return memberId === account.memberId ? tokenHash : null
}

/**
 * Remembers the browser of a member who signed in; returns the token for its cookie. A browser that is new is mailed to the
 * member (`sendsMail`), except the first one: they have just accepted the invitation.
 */
export async function rememberDevice(
  tx: Queries,
  memberId: string,
  known: string | null,
  { device, sendsMail }: { device: Device; sendsMail: boolean },
): Promise<string> {
  const token = newMemberToken(tx.shopId)
  const now = currentTime()
  if (!known && sendsMail && (await hasDevice(tx, memberId))) {
    const member = await findMember(tx, memberId)
    const { browser, system } = readBrowser(device.userAgent)
    const where = { browser, system, network: cutAddress(device.ipAddress), at: now }
    if (member) await mailNewBrowser(tx, member.email, where)
  }
  // Another token each time: an older copy of the cookie counts no more.
  if (known) await touchDevice(tx, known, hashToken(token), now)
  else await insertDevice(tx, { memberId, tokenHash: hashToken(token), now })
  await keepNewestDevices(tx, memberId, DEVICES_MAX)
  return token
}
