import { AddressRefused, NameUnresolved } from '#outbound/address.ts'
import type { SendOutcome } from '../outcome.ts'
import type { MessageLimit } from '../split-message.ts'
import { outcomeOf, UNSURE_WAIT_MS } from './codes.ts'
import { listOf, recordOf, textOf } from './values.ts'
import type { MessengerChannel } from './webhook.ts'

/** What one part may hold. */
export const LIMITS: Record<MessengerChannel, MessageLimit> = {
  social_messenger: { unit: 'characters', max: 2_000 },
  photo_social: { unit: 'bytes', max: 1_000 },
  phone_messenger: { unit: 'characters', max: 4_096 },
}

interface GraphOptions {
  /** The API's address with its version, without a slash at its end. */
  baseUrl: string
  /** Reaches only hosts that may be reached. */
  fetch: typeof fetch
}

interface Sending {
  channel: MessengerChannel
  /** The account's own id there. */
  externalId: string
  accessToken: string
  recipient: string
  text: string
  attempts: number
}

/** Media that is fetched: bytes, with what the provider calls its type. */
const MEDIA_BYTES_MAX = 25 * 1024 * 1024

/** The Graph API of Meta's three messengers. Tokens go in a header, so that no address that is logged holds one. */
export class Graph {
  readonly #options: GraphOptions

  constructor(options: GraphOptions) {
    this.#options = options
  }

  /** Sends one part. Never rejects: failures are outcomes. */
  async send({ channel, externalId, accessToken, recipient, text, attempts }: Sending): Promise<SendOutcome> {
    const body = channel === 'phone_messenger' ? whatsAppBody(recipient, text) : messagingBody(recipient, text)
    let response: Response
    try {
      response = await this.#options.fetch(`${this.#options.baseUrl}/${encodeURIComponent(externalId)}/messages`, {
        method: 'POST',
        headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    } catch (error) {
      const { cause } = error as { cause?: Error }
      const reason = `The provider did not answer (${(cause ?? (error as Error)).message.slice(0, 200)}).`
      return hasNotLeft(cause ?? error) || hasNotLeft(error) ? { kind: 'retry', reason } : { ...unsure, reason }
    }
    const answer = await response.json().then(recordOf, () => ({}) as Record<string, unknown>)
    if (!response.ok) return outcomeOf(recordOf(answer.error), response.status, attempts)
    const id = textOf(answer.message_id) || textOf(recordOf(listOf(answer.messages)[0]).id)
    return id ? { kind: 'sent', externalId: id } : { ...unsure, reason: 'The provider’s answer names no message.' }
  }

  /** Bytes of a file that a customer sent: at an address, or by an id that has to be asked for one. Rejects where it cannot be had. */
  async fetchMedia({ url, mediaId }: { url?: string; mediaId?: string }, accessToken: string): Promise<Buffer> {
    const authorization = `Bearer ${accessToken}`
    let address = url
    if (mediaId !== undefined) {
      const found = await this.#options.fetch(`${this.#options.baseUrl}/${encodeURIComponent(mediaId)}`, {
        headers: { authorization },
      })
      address = textOf(recordOf(await found.json()).url)
    }
    if (!address || !URL.canParse(address)) throw new Error('the provider names no address of the file')
    // An address in a payload carries its own permission; the token is for what the provider's API told us.
    const response = await this.#options.fetch(address, mediaId === undefined ? {} : { headers: { authorization } })
    if (!response.ok) throw new Error(`the provider answers ${response.status} for the file`)
    const bytes = Buffer.from(await response.arrayBuffer())
    if (bytes.length > MEDIA_BYTES_MAX) throw new Error('the file is too large')
    return bytes
  }

  /** Whether a token belongs to an account: what it is called there, or null where the token may not act for it. */
  async describe(channel: MessengerChannel, externalId: string, accessToken: string): Promise<string | null> {
    const fields = { social_messenger: 'id,name', photo_social: 'id,username', phone_messenger: 'id,verified_name' }
    // A page's own token is the page: any token may read a page's name, but only its own is it.
    const path = channel === 'social_messenger' ? 'me' : encodeURIComponent(externalId)
    const response = await this.#options.fetch(`${this.#options.baseUrl}/${path}?fields=${fields[channel]}`, {
      headers: { authorization: `Bearer ${accessToken}` },
    })
    const found = response.ok ? recordOf(await response.json()) : {}
    if (textOf(found.id) !== externalId) return null
    return textOf(found.name) || textOf(found.username) || textOf(found.verified_name) || externalId
  }
}

const unsure = { kind: 'retry', afterMs: UNSURE_WAIT_MS, mayHaveBeenSent: true } as const

/** Whether nothing can have been sent, because no connection was made. */
function hasNotLeft(error: unknown): boolean {
  if (error instanceof AddressRefused || error instanceof NameUnresolved) return true
  return /ECONNREFUSED|ENOTFOUND|CONNECT_TIMEOUT/.test((error as { code?: string }).code ?? '')
}

const messagingBody = (recipient: string, text: string) => ({
  recipient: { id: recipient },
  messaging_type: 'RESPONSE',
  message: { text },
})

/** A number goes as `to`; a user id, which has letters, as `recipient`. */
const whatsAppBody = (recipient: string, text: string) => ({
  messaging_product: 'whatsapp',
  recipient_type: 'individual',
  ...(/^\d+$/.test(recipient) ? { to: recipient } : { recipient }),
  type: 'text',
  text: { body: text },
})
