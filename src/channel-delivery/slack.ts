import { randomUUID } from 'node:crypto'
import type { Logger } from '#base/logger.ts'
import { TenantScheduler } from '#base/tenant-scheduler.ts'
import { emailKey } from '#base/text.ts'
import { isFinal, type SlackApi, SlackRefused } from '#channels/slack/api.ts'
import { fromSlackText, slackLink, toSlackText } from '#channels/slack/text.ts'
import { postReply } from '#core/conversations/replies.ts'
import { ParleyError } from '#core/errors.ts'
import { inboxLink } from '#core/inbox-link.ts'
import { whySlackRefused } from '#core/slack/connection.ts'
import type { Database, Shop } from '#database/database.ts'
import { findConversation } from '#storage/conversations/conversations.ts'
import { findMessage } from '#storage/conversations/messages.ts'
import { findMember, findMemberIdByEmail } from '#storage/members/members.ts'
import { breakSlackConnection, findSlackConnection, type SlackConnection } from '#storage/slack/connections.ts'
import {
  type ClaimedSlackJob,
  claimSlackJobs,
  deleteSlackJob,
  findShopsWithSlackJobs,
  findSlackThread,
  nextSlackJobAt,
  postponeSlackJob,
  type SlackReply,
  saveSlackThread,
} from '#storage/slack/jobs.ts'
import { findStore } from '#storage/stores/stores.ts'

const SWEEP_MS = 2_000
const LEASE_MS = 60_000
const AT_ONCE = 16
const BATCH = 4
/** Before a job is tried again, unless Slack asks for more. After the last wait it is given up. */
const WAITS_MS = [2_000, 10_000, 60_000, 5 * 60_000, 30 * 60_000, 2 * 60 * 60_000]
/** Characters of a message in Slack. */
const SHOWN_MAX = 3_000

export interface SlackDeliveryOptions {
  database: Database
  api: SlackApi
  /** The service's public address, for links to conversations. */
  baseUrl: string
  logger: Logger
}

/** Carries customers' messages to Slack, and members' replies from its threads. Any number of processes may run it. */
export function createSlackDelivery(options: SlackDeliveryOptions): { start(): void; stop(): Promise<void> } {
  const { database, logger } = options
  const ring = new TenantScheduler({
    name: 'jobs of Slack',
    sweepMs: SWEEP_MS,
    max: AT_ONCE,
    perClaim: BATCH,
    findStores: (now, limit) => findShopsWithSlackJobs(database.system, now, limit),
    claim: async (shopId, now, limit) => {
      const shop = database.shop(shopId)
      const leaseEnd = new Date(now.getTime() + LEASE_MS)
      const claimed = await claimSlackJobs(shop, { now, lease: randomUUID(), leaseEnd, limit })
      const jobs = claimed.map((job) => async () => {
        await work(shop, job, options).catch((err: Error) => {
          logger.warn({ shopId, err }, 'a job of Slack failed') // its lease ends by itself
        })
        ring.notifyAt(shopId, Date.now() + 5)
      })
      return { jobs, nextAt: jobs.length === 0 ? await nextSlackJobAt(shop) : undefined }
    },
    logger,
  })
  return {
    start() {
      database.bus.on(['slack_jobs'], (shopId) => ring.notify(shopId))
      ring.start()
    },
    stop: () => ring.stop(),
  }
}

async function work(shop: Shop, job: ClaimedSlackJob, options: SlackDeliveryOptions): Promise<void> {
  const connection = await findSlackConnection(shop)
  if (connection?.state !== 'connected') return deleteSlackJob(shop, job)
  try {
    if (job.kind === 'post') await post(shop, job, connection, options)
    else await reply(shop, job.conversationId, job.reply, connection, options)
    await deleteSlackJob(shop, job)
  } catch (error) {
    if (isFinal(error)) {
      await shop.transaction(async (tx) => {
        await breakSlackConnection(tx, connection, `${whySlackRefused(error)}.`)
        tx.signal({ kind: 'slack' })
      })
      return deleteSlackJob(shop, job)
    }
    const wait = WAITS_MS[job.attempts - 1]
    const reason = (error as Error).message
    options.logger.warn({ shopId: shop.shopId, reason, isGivenUp: wait === undefined }, 'Slack was not reached')
    if (wait === undefined) return deleteSlackJob(shop, job)
    const afterMs = error instanceof SlackRefused ? (error.afterMs ?? 0) : 0
    await postponeSlackJob(shop, job, new Date(Date.now() + Math.max(wait, afterMs)))
  }
}

/** Posts a customer's message in the conversation's thread; the first one begins it. */
async function post(
  shop: Shop,
  { conversationId, messageId }: { conversationId: string; messageId: string },
  { token, channelId }: SlackConnection,
  { api, baseUrl }: SlackDeliveryOptions,
): Promise<void> {
  const [conversation, message] = await Promise.all([
    findConversation(shop, conversationId),
    findMessage(shop, conversationId, messageId),
  ])
  if (!conversation || !message || message.isDeleted) return
  const { customerName } = JSON.parse(conversation.renderedJson) as { customerName: string | null }
  const { text, senderName, files } = JSON.parse(message.renderedJson) as {
    text: string
    senderName: string | null
    files?: { name: string }[]
  }
  const words = [text.slice(0, SHOWN_MAX).toWellFormed(), ...(files ?? []).map(({ name }) => `[${name}]`)].filter(
    Boolean,
  )
  const said = toSlackText(words.join('\n'))
  const threadTs = await findSlackThread(shop, conversationId, channelId)
  if (threadTs !== undefined) return void (await api.post(token, channelId, said, threadTs))
  const store = await findStore(shop)
  const path = `/open/${encodeURIComponent(conversationId)}`
  const link = slackLink(inboxLink(`${baseUrl}/inbox`, path, store?.appId ?? ''), 'Open in Parley')
  const who = toSlackText(customerName ?? senderName ?? 'Visitor')
  const ts = await api.post(token, channelId, `*${who}* · ${link}\n${said}`)
  await saveSlackThread(shop, { conversationId, channelId, threadTs: ts })
}

/** Sends a member's reply from a thread to the customer; says in the thread why one is not sent. */
async function reply(
  shop: Shop,
  conversationId: string,
  { user, text, ts }: SlackReply,
  { token, channelId }: SlackConnection,
  { api }: SlackDeliveryOptions,
): Promise<void> {
  const refusal = await answer()
  if (refusal === null) return
  const threadTs = await findSlackThread(shop, conversationId, channelId)
  if (threadTs !== undefined) await api.post(token, channelId, `Not sent to the customer: ${refusal}`, threadTs)

  async function answer(): Promise<string | null> {
    const email = await api.emailOf(token, user)
    const memberId = email === null ? undefined : await findMemberIdByEmail(shop, emailKey(email))
    const member = memberId === undefined ? undefined : await findMember(shop, memberId)
    if (!member?.active) return 'no active member of the store has your email address.'
    const words = fromSlackText(text)
    if (words === '') return 'it has no text.'
    const caller = { shop, actor: { kind: 'member', memberId: member.id } as const }
    try {
      // By its name in Slack it is one reply, however often it is tried.
      await postReply(caller, conversationId, {
        memberId: member.id,
        text: words,
        clientId: `slack ${channelId} ${ts}`,
      })
      return null
    } catch (error) {
      if (!(error instanceof ParleyError)) throw error
      return error.message
    }
  }
}
