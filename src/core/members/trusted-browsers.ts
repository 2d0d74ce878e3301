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

/** The hash of the browser's token where it is remembered of one of these accounts; null for any other browser. */
export async function findKnownDevice(
  database: Database,
  { tokens }: Pick<Device, 'tokens'>,
  accounts: { shopId: string; memberId: string }[],
): Promise<string | null> {
  const found = tokens.map(async (token) => {
    const account = accounts.find(({ shopId }) => shopId === shopOfToken(token))
    const tokenHash = hashToken(token)
    const memberId = account && (await findDevice(database.shop(account.shopId), tokenHash))
    return memberId !== undefined && memberId === account?.memberId ? tokenHash : null
  })
  return (await Promise.all(found)).find((tokenHash) => tokenHash !== null) ?? null
}

/**
 * Remembers the browser of a member who signed in; returns the token for its cookie, and whether the member got a mail. A
 * browser that is new is mailed to the member (`sendsMail`), except the first one: they have just accepted the invitation.
 */
export async function rememberDevice(
  tx: Queries,
  memberId: string,
  known: string | null,
  { device, sendsMail }: { device: Device; sendsMail: boolean },
): Promise<{ deviceToken: string; isMailed: boolean }> {
  const deviceToken = newMemberToken(tx.shopId)
  const now = currentTime()
  const isMailed = !known && sendsMail && (await hasDevice(tx, memberId))
  if (isMailed) {
    const member = await findMember(tx, memberId)
    const { browser, system } = readBrowser(device.userAgent)
    const where = { browser, system, network: cutAddress(device.ipAddress), at: now }
    if (member) await mailNewBrowser(tx, member.email, where)
  }
  // Another token each time: an older copy of the cookie counts no more.
  if (known) await touchDevice(tx, known, hashToken(deviceToken), now)
  else await insertDevice(tx, { memberId, tokenHash: hashToken(deviceToken), now })
  await keepNewestDevices(tx, memberId, DEVICES_MAX)
  return { deviceToken, isMailed }
}
