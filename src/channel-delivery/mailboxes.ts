import { randomUUID } from 'node:crypto'
import type { Logger } from '#base/logger.ts'
import { startPolling } from '#base/poll-loop.ts'
import { BadImapUrl, type ImapServer } from '#channels/email/imap/imap-url.ts'
import { MailboxRefused, type OpenMailbox } from '#channels/email/imap/open-mailbox.ts'
import { openMailboxAt } from '#channels/email/imap/open-mailbox-at.ts'
import { SignInNeeded } from '#channels/email/sign-in/login.ts'
import { mailRow, storeInboundIn } from '#core/channels/inbound.ts'
import { MAIL_BYTES_MAX } from '#core/limits.ts'
import type { Database, Shop } from '#database/database.ts'
import { type AddressBook, AddressRefused } from '#outbound/address.ts'
import { breakReceiving, findAccount, readCredentials } from '#storage/channels/accounts.ts'
import {
  findMailboxes,
  keepMailbox,
  leaveMailbox,
  type MailboxProgress,
  saveProgress,
  takeMailbox,
} from '#storage/channels/mailboxes.ts'
import type { MailboxTokens } from './mailbox-tokens.ts'

export interface MailboxesOptions {
  database: Database
  addresses: Pick<AddressBook, 'resolve'>
  tokens: MailboxTokens
  logger: Logger
}

const SWEEP_MS = 2_000
/** Mailboxes that one process reads. */
const OPEN_MAX = 500
/** Lease of a mailbox: a crash delays it by this time. */
const LEASE_MS = 30_000
const RENEW_MS = 10_000
/** A server that tells of nothing is asked as often as this. */
const POLL_MS = 60_000
/** Waits before a server that failed is tried again. */
const BACKOFF_MS = [5_000, 15_000, 60_000, 5 * 60_000]

/** Somebody else reads the mailbox by now, or the account was changed. */
class NotOurs extends Error {}

/**
 * Reads the mailboxes of all stores that have a server to read from: one process each at a time, mail by mail in the
 * order they came. How far it got is stored with each mail, so that none is lost or doubled. Not a `TenantScheduler`: a mailbox
 * stays open and is read for as long as this process renews its lease, so no job ends and no store takes turns.
 */
export class Mailboxes {
  readonly #options: MailboxesOptions
  readonly #open = new Map<string, { stop: () => void; done: Promise<void> }>()
  readonly #failures = new Map<string, number>()
  #stopSweeping = () => {}
  #isStopping = false

  constructor(options: MailboxesOptions) {
    this.#options = options
  }

  start(): void {
    this.#stopSweeping = startPolling(SWEEP_MS, () => this.#sweepOnce())
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    this.#stopSweeping()
    const open = [...this.#open.values()]
    for (const { stop } of open) stop()
    await Promise.all(open.map(({ done }) => done))
  }

  async #sweepOnce(): Promise<void> {
    const { database, logger } = this.#options
    try {
      const free = await findMailboxes(database.system, new Date(), OPEN_MAX)
      for (const { shopId, accountId } of free) {
        if (this.#isStopping || this.#open.size >= OPEN_MAX) return
        if (!this.#open.has(accountId)) await this.#begin(database.shop(shopId), accountId)
      }
    } catch (error) {
      logger.warn({ reason: (error as Error).message }, 'polling for mailboxes failed')
    }
  }

  async #begin(shop: Shop, accountId: string): Promise<void> {
    const leaseOwner = randomUUID()
    const progress = await takeMailbox(shop, accountId, {
      leaseOwner,
      now: new Date(),
      until: new Date(Date.now() + LEASE_MS),
    })
    if (!progress) return
    const ending = new AbortController()
    const renewal = setInterval(() => {
      const until = new Date(Date.now() + LEASE_MS)
      keepMailbox(shop, accountId, leaseOwner, until).then(
        (isOurs) => isOurs || ending.abort(),
        () => {}, // the database is away: what is read meanwhile cannot be stored
      )
    }, RENEW_MS)
    const done = this.#read(shop, { accountId, leaseOwner, progress, signal: ending.signal })
      .then(
        () => 0,
        (error: Error) => this.#failed(shop, accountId, error),
      )
      .then((waitMs) => {
        clearInterval(renewal)
        return leaveMailbox(shop, accountId, leaseOwner, new Date(Date.now() + waitMs))
      })
      .catch(() => {}) // then its lease ends by itself
      .finally(() => this.#open.delete(accountId))
    this.#open.set(accountId, { stop: () => ending.abort(), done })
  }

  async #read(shop: Shop, turn: Turn): Promise<void> {
    const { accountId, signal } = turn
    const { addresses, tokens } = this.#options
    const [account, credentials] = await Promise.all([findAccount(shop, accountId), readCredentials(shop, accountId)])
    if (!account || !credentials?.imap) return
    const findLogin = tokens.loginsOf(shop, account, credentials)
    const { server, mailbox } = await openMailboxAt(credentials.imap.url, { addresses, findLogin })
    signal.addEventListener('abort', () => mailbox.close())
    try {
      for (let { progress } = turn; !signal.aborted; await mailbox.changed(POLL_MS)) {
        progress = await this.#readNew(shop, { ...turn, progress }, mailbox, server)
        this.#failures.delete(accountId)
        // A connection may last for days, and an unused refresh token ends.
        await findLogin?.({ isRefused: false }).catch(onlyLasting)
      }
    } catch (error) {
      if (!signal.aborted) throw error
    } finally {
      mailbox.close()
    }
  }

  async #readNew(shop: Shop, turn: Turn, mailbox: OpenMailbox, server: ImapServer): Promise<MailboxProgress> {
    const { accountId, leaseOwner, signal } = turn
    const { host, user } = server
    const known = turn.progress.server
    const isKnown = known?.host === host && known.user === user && known.uidValidity === mailbox.uidValidity
    const { uidValidity } = mailbox
    const { lastUid } = mailbox // before it is looked into: what comes meanwhile is after it
    const mails = isKnown
      ? await mailbox.listAfter(known.lastUid)
      : await mailbox.listSince(new Date(turn.progress.since))
    let progress = turn.progress
    const noted = (lastUid: number, since: string) => ({ since, server: { host, user, uidValidity, lastUid } })
    if (!isKnown) {
      progress = noted(mails[0] ? mails[0].uid - 1 : lastUid, progress.since)
      if (!(await saveProgress(shop, accountId, leaseOwner, progress))) throw new NotOurs()
    }
    for (const { uid, at } of mails) {
      if (signal.aborted) break
      const raw = await mailbox.download(uid, MAIL_BYTES_MAX)
      const next = noted(uid, at.toISOString())
      await shop.transaction(async (tx) => {
        const head = { via: 'imap' as const, authservId: server.authservId }
        if (raw) await storeInboundIn(tx, [mailRow(accountId, head, raw)], new Date())
        if (!(await saveProgress(tx, accountId, leaseOwner, next))) throw new NotOurs()
      })
      progress = next
    }
    return progress
  }

  /** How long the mailbox is left alone. */
  async #failed(shop: Shop, accountId: string, error: Error): Promise<number> {
    if (error instanceof NotOurs) return 0
    const { logger } = this.#options
    const about = { shopId: shop.shopId, accountId, reason: error.message }
    if (isLasting(error)) {
      const reason =
        error instanceof AddressRefused ? `The IMAP server’s address may not be used: ${error.message}.` : error.message
      if (await breakReceiving(shop, accountId, reason, new Date())) {
        logger.warn(about, 'mailbox disabled after login failure')
      }
      return 0
    }
    const failures = (this.#failures.get(accountId) ?? 0) + 1
    this.#failures.set(accountId, failures)
    logger.info({ ...about, failures }, 'mailbox temporarily unavailable')
    return BACKOFF_MS[Math.min(failures, BACKOFF_MS.length) - 1] as number
  }
}

/** Whether an admin has to fix the account before its mailbox can be read. */
export const isLasting = (error: unknown) =>
  [MailboxRefused, BadImapUrl, AddressRefused, SignInNeeded].some((kind) => error instanceof kind)

function onlyLasting(error: Error): void {
  if (isLasting(error)) throw error
}

/** One process's time with a mailbox. */
interface Turn {
  accountId: string
  leaseOwner: string
  progress: MailboxProgress
  signal: AbortSignal
}
