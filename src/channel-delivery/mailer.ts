import { randomUUID } from 'node:crypto'
import type { Logger } from '#base/logger.ts'
import { TenantScheduler } from '#base/tenant-scheduler.ts'
import type { SendOutcome } from '#channels/outcome.ts'
import { mailMissedNews } from '#core/mail/member-digest.ts'
import { type MissedReplyOptions, mailMissedReplies } from '#core/shopper-mail/missed-replies.ts'
import type { Database, Shop } from '#database/database.ts'
import {
  type ClaimedMail,
  claimMails,
  deleteMail,
  findShopsWithMail,
  nextMailAt,
  postponeMail,
} from '#storage/mail/outgoing-emails.ts'
import type { CarrierMetrics } from './metrics.ts'

export interface MailerOptions {
  database: Database
  /** Sends one mail. Never rejects. */
  send(shop: Shop, mail: ClaimedMail): Promise<SendOutcome>
  /** How shoppers get replies by mail that they have not read. */
  missed: MissedReplyOptions
  /** When a member who is away gets what is new by mail, in milliseconds; and where the inbox is. */
  news: { afterMs: number; inboxUrl: string }
  metrics: CarrierMetrics
  logger: Logger
}

const LEASE_MS = 60_000
const SWEEP_MS = 2_000
const RUNNING_MAX = 8
const CLAIM = 4
/** Before a mail is tried again. After the last wait it is given up. */
const WAITS_MS = [60_000, 5 * 60_000, 30 * 60_000, 2 * 60 * 60_000, 6 * 60 * 60_000, 12 * 60 * 60_000]

/** Sends the service's own mail: invitations, links to new passwords, what shoppers and members missed. */
export class Mailer {
  readonly #options: MailerOptions
  readonly #ring: TenantScheduler

  constructor(options: MailerOptions) {
    const { database, missed, news, logger } = options
    const ago = (now: Date, ms: number) => new Date(now.getTime() - ms)
    this.#options = options
    this.#ring = new TenantScheduler({
      name: 'mail',
      sweepMs: SWEEP_MS,
      max: RUNNING_MAX,
      perClaim: CLAIM,
      findStores: (now, limit) =>
        findShopsWithMail(
          database.system,
          { now, missedBefore: ago(now, missed.afterMs), newsBefore: ago(now, news.afterMs) },
          limit,
        ),
      claim: (shopId, now, limit) => this.#claim(shopId, now, limit),
      logger,
    })
  }

  start(): void {
    this.#options.database.bus.on(['outbound'], (shopId) => this.#ring.notify(shopId))
    this.#ring.start()
  }

  stop(): Promise<void> {
    return this.#ring.stop()
  }

  async #claim(shopId: string, now: Date, limit: number) {
    const shop = this.#options.database.shop(shopId)
    await mailMissedReplies(shop, this.#options.missed)
    await mailMissedNews(shop, this.#options.news)
    const leaseEnd = new Date(now.getTime() + LEASE_MS)
    const mails = await claimMails(shop, { now, lease: randomUUID(), leaseEnd, limit })
    const jobs = mails.map((mail) => () => this.#run(shop, mail))
    return { jobs, nextAt: jobs.length === 0 ? await nextMailAt(shop) : undefined }
  }

  async #run(shop: Shop, mail: ClaimedMail): Promise<void> {
    const { send, metrics, logger } = this.#options
    try {
      const outcome = await send(shop, mail)
      metrics.sent('service_mail', outcome.kind)
      if (outcome.kind === 'sent') return await deleteMail(shop, mail)
      const wait = outcome.kind === 'failed' ? undefined : WAITS_MS[mail.attempts - 1]
      // No address and no words: both may be secret.
      const about = { shopId: shop.shopId, mailId: mail.id, reason: outcome.reason, isGivenUp: wait === undefined }
      logger.warn(about, 'sending an email failed')
      if (wait === undefined) await deleteMail(shop, mail)
      else await postponeMail(shop, mail, new Date(Date.now() + wait))
    } catch (error) {
      logger.warn({ shopId: shop.shopId, err: error }, 'processing an email failed') // its lease ends by itself
    } finally {
      this.#ring.notifyAt(shop.shopId, Date.now() + 5)
    }
  }
}
