import { currentTime } from '#base/clock.ts'
import { hashToken } from '#base/ids.ts'
import type { Database, Queries } from '#database/database.ts'
import { findDevice, insertDevice, keepNewestDevices, touchDevice } from '#storage/members/trusted-browsers.ts'
import { newMemberToken, shopOfToken } from './sessions.ts'

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

/** Remembers the browser of a member who signed in; returns the token for its cookie. */
export async function rememberDevice(tx: Queries, memberId: string, known: string | null): Promise<string> {
  const token = newMemberToken(tx.shopId)
  const now = currentTime()
  // Another token each time: an older copy of the cookie counts no more.
  if (known) await touchDevice(tx, known, hashToken(token), now)
  else await insertDevice(tx, { memberId, tokenHash: hashToken(token), now })
  await keepNewestDevices(tx, memberId, DEVICES_MAX)
  return token
}
