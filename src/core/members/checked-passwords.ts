import { createHmac } from 'node:crypto'
import { clock } from '#base/clock.ts'
import type { SecretBox } from '#base/secret-box.ts'
import { isHmac } from '#base/secrets.ts'

/** How long a checked password needs no second check: the time to look up a code. */
const CHECKED_MS = 10 * 60 * 1000

/** What was checked: a member's password, against the hash that is stored. */
interface Checked {
  shopId: string
  memberId: string
  password: string
  stored: string
}

/** A token that a password was found right, for the browser that sent it. It ends with the stored hash. */
export function attestPassword(secrets: SecretBox, checked: Checked): string {
  const until = String(clock.now() + CHECKED_MS)
  const [key] = secrets.derive('checked passwords')
  return `${until}.${createHmac('sha256', key).update(textOf(until, checked)).digest('hex')}`
}

/** Whether the token says so of this very password, and has not expired. */
export function isAttested(secrets: SecretBox, token: string | null, checked: Checked): boolean {
  const [, until = '', mac = ''] = /^(\d{1,15})\.([0-9a-f]{64})$/.exec(token ?? '') ?? []
  if (Number(until) <= clock.now()) return false
  const given = Buffer.from(mac, 'hex')
  return secrets.derive('checked passwords').some((key) => isHmac(given, key, textOf(until, checked)))
}

const textOf = (until: string, { shopId, memberId, password, stored }: Checked) =>
  JSON.stringify([until, shopId, memberId, stored, password.normalize('NFKC')])
