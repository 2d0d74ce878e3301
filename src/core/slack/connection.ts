import { currentTime } from '#base/clock.ts'
import { nullPrototypeRecord } from '#base/null-prototype-record.ts'
import { isFinal, type SlackApi, SlackRefused } from '#channels/slack/api.ts'
import { recordAudit } from '#core/audit-log.ts'
import type { Caller } from '#core/caller.ts'
import { invalidParams, notFound } from '#core/errors.ts'
import type { Queries } from '#database/database.ts'
import {
  deleteSlackConnection,
  findSlackConnection,
  hasSlackConnection,
  type SlackConnection,
  saveSlackConnection,
} from '#storage/slack/connections.ts'

/** A store's connection to one channel in Slack: admins add, read and remove it. */

/** The connection as admins see it: without token and signing secret. */
export type ShownSlackConnection = Pick<
  SlackConnection,
  'teamName' | 'channelId' | 'state' | 'lastError' | 'connectedAt'
>

export interface SlackSetup {
  token: string
  signingSecret: string
  channelId: string
}

/** Memory that one cached entry takes, roughly. */
const ENTRY_BYTES = 100

/** Whether customers' messages of the store are posted in Slack. Cached, because each customer's message needs it. */
export function isSlackConnected(queries: Queries): Promise<boolean> {
  return queries.memory.recall('slack', queries.shopId, async () => ({
    value: await hasSlackConnection(queries),
    bytes: ENTRY_BYTES,
  }))
}

/** Returns the connection without its secrets; null if there is none. */
export async function readSlackConnection({ shop }: Caller): Promise<ShownSlackConnection | null> {
  const found = await findSlackConnection(shop)
  return found ? shownOf(found) : null
}

/**
 * Connects a channel: checks the token with Slack and posts a first message there. Replaces an earlier connection, and drops
 * the messages that were queued for it. INVALID_PARAMS names what Slack refused.
 */
export async function connectSlack(
  { shop, actor }: Caller,
  { token, signingSecret, channelId }: SlackSetup,
  api: SlackApi,
): Promise<ShownSlackConnection> {
  if (!/^xoxb-[\w-]{10,200}$/.test(token)) throw invalidParams('token must be a bot’s token, which begins with xoxb-.')
  if (!/^[0-9a-f]{32}$/i.test(signingSecret))
    throw invalidParams('signingSecret must be the app’s signing secret, 32 characters of 0-9 and a-f.')
  if (!/^[CG][A-Z0-9]{6,20}$/.test(channelId))
    throw invalidParams(
      'channelId must be a channel’s ID, such as C0123ABCD: it is at the end of the channel’s details.',
    )
  const team = await tried('token', () => api.describe(token))
  await tried('channelId', () => api.post(token, channelId, HELLO))
  return shop.transaction(async (tx) => {
    await deleteSlackConnection(tx)
    const connection = { ...team, token, signingSecret, channelId, connectedAt: currentTime() }
    await saveSlackConnection(tx, connection)
    await recordAudit(tx, actor, 'slack.connected', null, { team: team.teamName, channel: channelId })
    tx.signal({ kind: 'slack' })
    return shownOf({ ...connection, state: 'connected', lastError: null })
  })
}

const HELLO = 'Parley posts here what customers write. Reply in a thread to answer the customer.'

/** Removes the connection. NOT_FOUND if there is none. */
export async function disconnectSlack({ shop, actor }: Caller): Promise<void> {
  await shop.transaction(async (tx) => {
    if (!(await deleteSlackConnection(tx))) throw notFound('Slack connection')
    await recordAudit(tx, actor, 'slack.disconnected', null)
    tx.signal({ kind: 'slack' })
  })
}

const HINTS = nullPrototypeRecord({
  invalid_auth: 'the token is not valid',
  missing_scope: 'the app lacks a scope; add chat:write, users:read and users:read.email and install it again',
  channel_not_found: 'there is no such channel, or the app has not been invited to it',
  not_in_channel: 'the app has not been invited to the channel: type /invite there',
  nothing: 'Slack cannot be reached',
})

/** Returns what an error code of Slack means, in words for an admin. */
export const whySlackRefused = ({ code }: SlackRefused): string => HINTS[code] ?? `Slack answered ${code}`

async function tried<T>(field: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof SlackRefused)) throw error
    throw invalidParams(`${isFinal(error) ? field : 'Slack'}: ${whySlackRefused(error)}.`)
  }
}

function shownOf({ teamName, channelId, state, lastError, connectedAt }: ShownSlackConnection): ShownSlackConnection {
  return { teamName, channelId, state, lastError, connectedAt }
}
