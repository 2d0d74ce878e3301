import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '#base/logger.ts'
import type { SmtpAccount } from '#channels/email/send/mail-sender.ts'
import { type FindLogin, SignInNeeded } from '#channels/email/sign-in/login.ts'
import {
  type MailboxSignIn,
  ProviderUnavailable,
  SignInRefused,
  titleOf,
} from '#channels/email/sign-in/mailbox-sign-in.ts'
import type { Account } from '#core/channels/accounts.ts'
import type { Shop } from '#database/database.ts'
import type { Credentials, SignInTokens } from '#storage/channels/accounts.ts'
import { endTokenLease, findTokens, leaseTokens, requireSignIn, saveTokens } from '#storage/channels/mailbox-tokens.ts'

/** Tokens that end sooner are refreshed before they are used. */
const REFRESH_BEFORE_MS = 5 * 60_000
/** Lease of a refresh; above the time that the provider may take. */
const LEASE_MS = 30_000
/** Checks for tokens that another process refreshes. */
const POLL_MS = 250

/** Tokens that mailboxes are signed in to with, refreshed by one process at a time and stored before they are used. */
export class MailboxTokens {
  readonly #signIn: MailboxSignIn
  readonly #logger: Logger

  constructor(signIn: MailboxSignIn, logger: Logger) {
    this.#signIn = signIn
    this.#logger = logger
  }

  /** Finds logins of a mailbox; undefined for one with a password. `credentials` may be older than what is stored. */
  loginsOf(
    shop: Shop,
    { id, address }: Pick<Account, 'id' | 'address'>,
    { oauth }: Credentials,
  ): FindLogin | undefined {
    if (!oauth) return undefined
    let last = oauth
    return async ({ isRefused }) => {
      const isGood = (tokens: SignInTokens) =>
        isRefused ? tokens.accessToken !== last.accessToken : tokens.expiresAt - Date.now() > REFRESH_BEFORE_MS
      if (!isGood(last)) last = await this.#freshTokens(shop, id, isGood)
      return { user: address ?? '', accessToken: last.accessToken }
    }
  }

  /** A mailbox's own server for outgoing mail, and how it is signed in to; undefined where it has none. */
  smtpOf(shop: Shop, account: Pick<Account, 'id' | 'address'>, credentials: Credentials): SmtpAccount | undefined {
    if (!credentials.smtp) return undefined
    const findLogin = this.loginsOf(shop, account, credentials)
    return { id: account.id, url: credentials.smtp.url, ...(findLogin && { findLogin }) }
  }

  /** Stored tokens that are good, refreshed by this process unless another one does it. */
  async #freshTokens(shop: Shop, accountId: string, isGood: (tokens: SignInTokens) => boolean): Promise<SignInTokens> {
    for (const giveUpAt = Date.now() + LEASE_MS; ; await sleep(POLL_MS)) {
      const stored = await findTokens(shop, accountId)
      if (!stored) throw new SignInNeeded('The mailbox was removed, or connected with a password.')
      if (stored.ended !== null) throw new SignInNeeded(stored.ended)
      if (isGood(stored.tokens)) return stored.tokens
      const lease = randomUUID()
      const now = new Date()
      const leased = await leaseTokens(shop, accountId, { lease, now, until: new Date(now.getTime() + LEASE_MS) })
      if (leased && isGood(leased)) {
        await endTokenLease(shop, accountId, lease)
        return leased
      }
      if (leased) return this.#refresh(shop, accountId, { lease, tokens: leased })
      if (Date.now() > giveUpAt) throw new ProviderUnavailable('Another process has not refreshed the sign-in in time.')
    }
  }

  async #refresh(
    shop: Shop,
    accountId: string,
    { lease, tokens }: { lease: string; tokens: SignInTokens },
  ): Promise<SignInTokens> {
    const { provider, refreshToken } = tokens
    try {
      const refreshed = { provider, ...(await this.#signIn.refresh(provider, refreshToken)) }
      const isOurs = await shop.transaction((tx) => saveTokens(tx, accountId, { lease, tokens: refreshed }))
      if (!isOurs) throw new ProviderUnavailable('The mailbox was connected again meanwhile.')
      return refreshed
    } catch (error) {
      if (!(error instanceof SignInRefused)) {
        await endTokenLease(shop, accountId, lease).catch(() => {}) // it ends by itself
        throw error
      }
      const reason = `${titleOf(provider)} ended the sign-in of this mailbox: connect it again. ${error.message}`
      if (await requireSignIn(shop, accountId, { lease, reason, now: new Date() })) {
        this.#logger.warn({ shopId: shop.shopId, accountId, reason: error.message }, 'a mailbox needs another sign-in')
      }
      throw new SignInNeeded(reason)
    }
  }
}
