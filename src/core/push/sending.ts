import { randomUUID } from 'node:crypto'
import { currentTime } from '#base/clock.ts'
import type { Logger } from '#base/logger.ts'
import { TenantScheduler } from '#base/tenant-scheduler.ts'
import { isWanted } from '#core/mail/notification-preferences.ts'
import { quietEnd } from '#core/mail/quiet-hours.ts'
import { sessionAges } from '#core/members/sessions.ts'
import type { Database, Shop } from '#database/database.ts'
import type { PushOutcome, PushSender } from '#outbound/push/push-sender.ts'
import { listUnseenNews } from '#storage/mail/member-digest.ts'
import { findMemberMail } from '#storage/mail/notification-preferences.ts'
import { findMember } from '#storage/members/members.ts'
import { isPresent } from '#storage/presence/presence.ts'
import { findPushBrowser, forgetPushBrowser, type PushBrowser } from '#storage/push/browsers.ts'
import {
  type ClaimedPush,
  claimPushes,
  findShopsWithPushes,
  nextPushAt,
  postponePush,
  settlePush,
} from '#storage/push/pushes.ts'
import { findPushRules } from '#storage/push/rules.ts'
import { findStore } from '#storage/stores/stores.ts'
import { EXCERPT_MAX, noticeOf } from './push-payload.ts'

const SWEEP_MS = 2_000
const LEASE_MS = 30_000
const AT_ONCE = 16
/** Pushes of one store at a time. */
const BATCH = 8
/** Time in which a member with the inbox open can see what is new there. */
const SEEN_WITHIN_MS = 20_000
/** Age at which activity is no longer pushed. A push service keeps a push for a browser that is off as long. */
const NEW_MS = 24 * 60 * 60 * 1000
/** Before a push is tried again, unless its push service asks for more. After the last wait it is given up. */
const WAITS_MS = [30_000, 2 * 60_000, 10 * 60_000, 60 * 60_000, 4 * 60 * 60_000]

export interface PushSendingOptions {
  database: Database
  sender: Pick<PushSender, 'send'>
  /** Counts an attempt, by its outcome. */
  count(outcome: PushOutcome['kind']): void
  logger: Logger
}

/**
 * Sends pushes, in whichever process looks first. A push is a row until its push service has taken it: one that dies in
 * between sends it again, which the notice's tag makes one for who reads it.
 */
export function createPushSending(options: PushSendingOptions): { start(): void; stop(): Promise<void> } {
  const { database, logger } = options
  const ring = new TenantScheduler({
    name: 'pushes',
    sweepMs: SWEEP_MS,
    max: AT_ONCE,
    perClaim: BATCH,
    findStores: (now, limit) => findShopsWithPushes(database.system, now, limit),
    claim: async (shopId, now, limit) => {
      const shop = database.shop(shopId)
      const leaseEnd = new Date(now.getTime() + LEASE_MS)
      const pushes = await claimPushes(shop, { now, lease: randomUUID(), leaseEnd, limit })
      const jobs = pushes.map((push) => async () => {
        await work(shop, push, options).catch((err: Error) => {
          logger.warn({ shopId, err }, 'processing a push failed') // its lease ends by itself
        })
        ring.notifyAt(shopId, Date.now() + 5)
      })
      return { jobs, nextAt: jobs.length === 0 ? await nextPushAt(shop) : undefined }
    },
    logger,
  })
  return {
    start() {
      database.bus.on(['pushes'], (shopId) => ring.notify(shopId))
      ring.start()
    },
    stop: () => ring.stop(),
  }
}

/** Sends one push, or finds that it is not to be sent, or not now. */
async function work(shop: Shop, push: ClaimedPush, { sender, count, logger }: PushSendingOptions): Promise<void> {
  const browser = await findPushBrowser(shop, push.sessionId, sessionAges())
  const found = browser && (await newsOf(shop, push, browser.memberId))
  if (!found) return void (await settlePush(shop, push))
  if ('notBefore' in found) return postponePush(shop, push, { dueAt: found.notBefore, wasTried: false })
  const [rules, store] = await Promise.all([findPushRules(shop), findStore(shop)])
  if (!store) return void (await settlePush(shop, push))
  const text = JSON.stringify(noticeOf(found.news, push.since, { rules, store }))
  const keepS = Math.ceil((push.since.getTime() + NEW_MS - Date.now()) / 1000)
  const outcome = await sender.send(browser, { text, topic: push.conversationId, keepS })
  count(outcome.kind)
  await record(shop, push, browser, outcome, logger)
}

type Found = { news: Awaited<ReturnType<typeof listUnseenNews>>[number] } | { notBefore: Date } | null

/** What there is to tell a member, or when to look again; null for what they do not want or have seen. */
async function newsOf(shop: Shop, push: ClaimedPush, memberId: string): Promise<Found> {
  const now = currentTime()
  const age = now.getTime() - push.since.getTime()
  const [member, choice] = await Promise.all([findMember(shop, memberId), findMemberMail(shop, memberId)])
  if (!member?.active || !isWanted(choice, push.kind) || age >= NEW_MS) return null
  const [news] = await listUnseenNews(shop, memberId, [push], { limit: 1, excerptMax: EXCERPT_MAX + 1 })
  if (!news) return null
  const quietUntil = quietEnd(now, choice)
  if (quietUntil) return { notBefore: quietUntil }
  const isThere = age < SEEN_WITHIN_MS && !member.enableAwayMode && (await isPresent(shop, 'member', memberId))
  return isThere ? { notBefore: new Date(push.since.getTime() + SEEN_WITHIN_MS) } : { news }
}

async function record(
  shop: Shop,
  push: ClaimedPush,
  browser: PushBrowser,
  outcome: PushOutcome,
  logger: Logger,
): Promise<void> {
  if (outcome.kind === 'sent') return void (await settlePush(shop, push))
  // No endpoint and no words: both may be secret.
  const about = { shopId: shop.shopId, host: new URL(browser.endpoint).host, reason: outcome.reason }
  if (outcome.kind === 'gone') {
    logger.info(about, 'push subscription expired')
    await forgetPushBrowser(shop, browser)
    return void (await settlePush(shop, push))
  }
  const wait = outcome.kind === 'later' ? WAITS_MS[push.attempts - 1] : undefined
  logger.warn({ ...about, isGivenUp: wait === undefined }, 'sending a push failed')
  if (wait === undefined || outcome.kind !== 'later') return void (await settlePush(shop, push))
  const dueAt = new Date(Date.now() + Math.max(wait, Math.min(outcome.afterMs ?? 0, NEW_MS)))
  await postponePush(shop, push, { dueAt, wasTried: true })
}
