import { currentTime } from '#base/clock.ts'
import type { Shop } from '#database/database.ts'
import { queueSlackReply } from '#storage/slack/jobs.ts'

/** Events of Slack as JSON: none of it is trusted to have its shape. */
type Loose = Record<string, unknown> | undefined

/** Characters of a reply that are kept; a longer one is refused as too long. */
const TEXT_MAX = 20_000

/**
 * Takes an event that Slack signed: a person's message in a thread of the connected channel is queued as a reply. Anything
 * else, such as what bots and this service post, edits and joins, changes nothing. An event that Slack repeats is one reply.
 */
export async function takeSlackEvent(shop: Shop, body: unknown, channelId: string): Promise<void> {
  const event = (body as Loose)?.event as Loose
  if (event?.type !== 'message' || event.channel !== channelId || event.bot_id !== undefined) return
  if (event.subtype !== undefined && event.subtype !== 'thread_broadcast' && event.subtype !== 'file_share') return
  const { user, text, ts, thread_ts: threadTs } = event
  if (typeof user !== 'string' || typeof text !== 'string' || typeof ts !== 'string' || typeof threadTs !== 'string')
    return
  if (ts === threadTs || ts.length > 32 || user.length > 32) return
  const reply = { user, text: text.slice(0, TEXT_MAX).toWellFormed().replaceAll('\0', ''), ts }
  await shop.transaction((tx) => queueSlackReply(tx, { channelId, threadTs, reply, now: currentTime() }))
}
