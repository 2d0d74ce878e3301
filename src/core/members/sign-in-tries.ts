import type { RateCounter } from '#core/rates/rate-counter.ts'
import type { Database } from '#database/database.ts'
import type { MemberAccount } from './further-stores.ts'
import type { Device } from './sessions.ts'
import { checkSignInRateLimit, tooManyTries } from './sign-in-rate-limit.ts'
import { findKnownDevice } from './trusted-browsers.ts'

/**
 * Counts the try. `all`: the accounts that the password may be tried on. `giveBackFor` gives back what was no guess: a password
 * that is right in one store, which its admins may have chosen, was still tried on the accounts of the others. It stays
 * counted too where it was not hashed again for a code, and is tried on the others only after that.
 */
export async function openTries(
  database: Database,
  counter: RateCounter,
  request: { found: MemberAccount[]; key: string; shopId: string | undefined; device: Device },
) {
  const { found, key, shopId, device } = request
  const hashes = await Promise.all(found.map((account) => findKnownDevice(database, device, [account])))
  const known = found.filter((_, i) => hashes[i])
  const elsewhere = found.filter((_, i) => !hashes[i])
  const browser = hashes.find((one) => one !== null) ?? null
  const tries = await checkSignInRateLimit(counter, { ipAddress: device.ipAddress, account: key, device: browser })
  // Refuses a store without such an account alike: the answer must not tell which stores have one.
  const isKnown = shopId === undefined || known.some((account) => account.shopId === shopId)
  if (!tries.judgesElsewhere && !isKnown) {
    await tries.giveBack({ known: true, elsewhere: true })
    throw tooManyTries()
  }
  return {
    tries,
    all: tries.judgesElsewhere ? found : known,
    giveBackFor: (right: MemberAccount[]) => {
      const isRight = (account: MemberAccount) => right.some(({ shopId }) => shopId === account.shopId)
      return tries.giveBack({ known: known.every(isRight), elsewhere: elsewhere.every(isRight) })
    },
  }
}
