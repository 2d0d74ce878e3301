import type { Incoming, IncomingFile } from '#channels/incoming.ts'
import type { Graph } from '#channels/meta/graph.ts'
import { readMessaging } from '#channels/meta/read-messaging.ts'
import { readWhatsApp } from '#channels/meta/read-whatsapp.ts'
import type { MessengerChannel } from '#channels/meta/webhook.ts'
import type { SendOutcome } from '#channels/outcome.ts'
import type { LoadedFile } from '#channels/sendable-files.ts'
import type { Account } from '#core/channels/accounts.ts'
import type { Outgoing } from '#core/channels/sending.ts'
import type { Shop } from '#database/database.ts'
import type { AccountChannel, Credentials } from '#storage/channels/accounts.ts'
import { refreshTemplates } from './templates.ts'

/** Place and time at which something arrived: the store, and the account. */
interface ReadAt {
  shop: Shop
  accounts: readonly Account[]
  now: Date
}

/** What the carrier needs of a channel. */
export interface Adapter {
  /** The waits before a part is tried again, in milliseconds; the last one is the last try. Default: see `outcome.ts`. */
  waitsMs?: readonly number[]
  /** Sends one part. Never rejects. */
  send(message: Outgoing, part: { text: string; files: LoadedFile[]; attempts: number }): Promise<SendOutcome>
  /** Reads what a provider sent. Rejects with `Unreadable` what never will be, with another error what may be later. */
  read(payload: Buffer, account: Account, at: ReadAt): Promise<Incoming[]> | Incoming[]
  /**
   * The bytes of a file that is still at the provider's. Rejects with `Unfetchable` what can never be had, with another error
   * what may be later.
   */
  fetchFile(file: IncomingFile, credentials: Credentials, signal: AbortSignal): Promise<Buffer>
  /** Lists the account's templates again, where the channel has templates. */
  refreshTemplates?(shop: Shop, account: Account): Promise<void>
}

export type Adapters = Partial<Record<AccountChannel, Adapter>>

/** Meta's three messengers, through one client. */
export function messengerAdapters(graph: Graph): Record<MessengerChannel, Adapter> {
  const adapterOf = (channel: MessengerChannel): Adapter => ({
    send({ account, credentials, recipient, template }, { text, files: [file], attempts }) {
      const { accessToken } = credentials
      if (!accessToken) return Promise.resolve({ kind: 'broken', reason: 'The account has no access token.' })
      const sending = { channel, externalId: account.externalId, accessToken, recipient, attempts }
      if (template) return graph.sendTemplate(sending, template)
      return file ? graph.sendFile(sending, file) : graph.sendText(sending, text)
    },
    read(payload, account, { now }) {
      const event: unknown = JSON.parse(payload.toString('utf8'))
      return channel === 'phone_messenger' ? readWhatsApp(event, now) : readMessaging(event, account.externalId, now)
    },
    fetchFile: ({ url, mediaId }, { accessToken = '' }, signal) =>
      graph.fetchMedia({ ...(url ? { url } : {}), ...(mediaId ? { mediaId } : {}) }, { accessToken, signal }),
  })
  return {
    social_messenger: adapterOf('social_messenger'),
    photo_social: adapterOf('photo_social'),
    phone_messenger: {
      ...adapterOf('phone_messenger'),
      refreshTemplates: (shop, account) => refreshTemplates(shop, account, graph),
    },
  }
}
