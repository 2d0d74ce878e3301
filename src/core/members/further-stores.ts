import { recordAudit } from '#core/audit-log.ts'
import { ParleyError } from '#core/errors.ts'
import type { Database } from '#database/database.ts'
import { hasSecondFactor } from './second-factor.ts'
import { type Device, findSignedIn, shopOfToken, startSession } from './sessions.ts'
import { findKnownDevice, rememberDevice } from './trusted-browsers.ts'

/** A session that a sign-in opened, and the token by which its store knows the browser from now on. */
export interface OpenedSession {
  token: string
  deviceToken: string
}

export interface MemberAccount {
  shopId: string
  memberId: string
}

/** The accounts without those in whose stores the browser has a session of this very member already. */
export async function withoutOpenSessions<A extends MemberAccount>(
  database: Database,
  accounts: A[],
  { sessions }: Device,
): Promise<A[]> {
  const isOpen = await Promise.all(
    accounts.map(async ({ shopId, memberId }) => {
      const token = sessions.find((one) => shopOfToken(one) === shopId)
      return token !== undefined && (await findSignedIn(database, token))?.memberId === memberId
    }),
  )
  return accounts.filter((_, i) => !isOpen[i])
}

/**
 * Opens sessions in further stores of a member who has just signed in to one: `accounts` are those whose own stored password was
 * found right. Never those of an equal address alone: any store's admin can make a member of any address
 * (docs/decisions/0142). Stores that ask for more than the password are left out.
 */
export async function openByPassword(
  database: Database,
  accounts: MemberAccount[],
  device: Device,
  { sendsMail }: { sendsMail: boolean },
): Promise<OpenedSession[]> {
  const opened: OpenedSession[] = []
  let mails = sendsMail
  for (const account of await withoutOpenSessions(database, accounts, device)) {
    const { shopId, memberId } = account
    const known = await findKnownDevice(database, device, [account])
    const session = await database
      .shop(shopId)
      .transaction(async (tx) => {
        if (await hasSecondFactor(tx, memberId)) return null
        const { ipAddress } = device
        await recordAudit(tx, { kind: 'member', memberId }, 'member.signed_in', memberId, { ipAddress, by: 'password' })
        const remembered = await rememberDevice(tx, memberId, known, { device, sendsMail: mails })
        return { ...remembered, token: await startSession(tx, memberId, device, { by: 'password' }) }
      })
      .catch(leaveOut)
    if (!session) continue
    if (session.isMailed) mails = false
    opened.push(session)
  }
  return opened
}

/** A store that refuses this way in is left out; the sign-in to the first store stands. */
export function leaveOut(error: unknown): null {
  if (error instanceof ParleyError) return null
  throw error
}
