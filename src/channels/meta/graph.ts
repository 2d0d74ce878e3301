import { AddressRefused, NameUnresolved } from '#outbound/address.ts'
import { Unfetchable } from '../incoming.ts'
import type { SendOutcome } from '../outcome.ts'
import type { LoadedFile } from '../sendable-files.ts'
import { describeListError, outcomeOf, UNSURE_WAIT_MS } from './codes.ts'
import { contentOf, uploadOf } from './graph-files.ts'
import { type FilledTemplate, readTemplate, TEMPLATE_FIELDS, type Template } from './templates.ts'
import { listOf, recordOf, textOf } from './values.ts'
import type { MessengerChannel } from './webhook.ts'

interface GraphOptions {
  /** The API's address with its version, without a slash at its end. */
  baseUrl: string
  /** Reaches only hosts that may be reached. */
  fetch: typeof fetch
}

export interface Sending {
  channel: MessengerChannel
  /** The account's own id there. */
  externalId: string
  accessToken: string
  recipient: string
  attempts: number
}

/** Media that is fetched: bytes, with what the provider calls its type. */
const MEDIA_BYTES_MAX = 25 * 1024 * 1024
/** Templates of one page, and pages that are read: Meta allows an account 6,000 templates. */
const TEMPLATES_PAGE = 200
const TEMPLATE_PAGES_MAX = 30

/** The Graph API of Meta's three messengers. Tokens go in a header, so that no address that is logged holds one. */
export class Graph {
  readonly #options: GraphOptions

  constructor(options: GraphOptions) {
    this.#options = options
  }

  /** Sends a text that fits into one message. Never rejects: failures are outcomes. */
  sendText(sending: Sending, text: string): Promise<SendOutcome> {
    const isWhatsApp = sending.channel === 'phone_messenger'
    return this.#send(sending, isWhatsApp ? { type: 'text', text: { body: text } } : { text })
  }

  /** Sends a template of WhatsApp. Never rejects. */
  sendTemplate(sending: Sending, template: FilledTemplate): Promise<SendOutcome> {
    return this.#send(sending, { type: 'template', template })
  }

  /** Uploads a file and sends it. A second try uploads it again, which shows the customer nothing. Never rejects. */
  async sendFile(sending: Sending, file: LoadedFile): Promise<SendOutcome> {
    const { path, form } = uploadOf(sending.channel, file)
    // undici's fetch takes undici's form.
    const { answer, failure } = await this.#post(sending, path, form as unknown as globalThis.FormData)
    if (failure) return failure.kind === 'retry' ? { ...failure, mayHaveBeenSent: false } : failure
    const id = textOf(answer.id) || textOf(answer.attachment_id)
    if (!id) return { kind: 'retry', reason: 'The provider’s answer names no file.' }
    return this.#send(sending, contentOf(sending.channel, file, id))
  }

  async #send(sending: Sending, content: object): Promise<SendOutcome> {
    const { channel, recipient } = sending
    const body = channel === 'phone_messenger' ? whatsAppBody(recipient, content) : messagingBody(recipient, content)
    const { answer, failure } = await this.#post(sending, 'messages', JSON.stringify(body))
    if (failure) return failure
    const id = textOf(answer.message_id) || textOf(recordOf(listOf(answer.messages)[0]).id)
    return id ? { kind: 'sent', externalId: id } : { ...unsure, reason: 'The provider’s answer names no message.' }
  }

  /** The answer to a request of an account, or what becomes of one that failed. */
  async #post(
    { externalId, accessToken, attempts }: Sending,
    path: string,
    body: string | FormData,
  ): Promise<{ answer: Record<string, unknown>; failure?: Exclude<SendOutcome, { kind: 'sent' }> }> {
    let response: Response
    try {
      response = await this.#options.fetch(`${this.#options.baseUrl}/${encodeURIComponent(externalId)}/${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${accessToken}`,
          ...(typeof body === 'string' && { 'content-type': 'application/json' }),
        },
        body,
      })
    } catch (error) {
      const { cause } = error as { cause?: Error }
      const reason = `The provider did not answer (${(cause ?? (error as Error)).message.slice(0, 200)}).`
      const isSafe = hasNotLeft(cause ?? error) || hasNotLeft(error)
      return { answer: {}, failure: isSafe ? { kind: 'retry', reason } : { ...unsure, reason } }
    }
    const answer = await response.json().then(recordOf, () => ({}) as Record<string, unknown>)
    if (response.ok) return { answer }
    return { answer, failure: outcomeOf(recordOf(answer.error), response.status, attempts) }
  }

  /**
   * Bytes of a file that a customer sent: at an address, or by an id that has to be asked for one. Rejects with `Unfetchable`
   * what can never be had, with another error what may be later.
   */
  async fetchMedia(
    { url, mediaId }: { url?: string; mediaId?: string },
    { accessToken, signal }: { accessToken: string; signal: AbortSignal },
  ): Promise<Buffer> {
    const authorization = `Bearer ${accessToken}`
    let address = url
    if (mediaId !== undefined) {
      const found = await this.#options.fetch(`${this.#options.baseUrl}/${encodeURIComponent(mediaId)}`, {
        headers: { authorization },
        signal,
      })
      address = textOf(recordOf(await found.json()).url)
      if (!address) throw new Error('the provider names no address of the file')
    }
    if (!/^https?:$/.test(URL.parse(address ?? '')?.protocol ?? '')) throw new Unfetchable(NOT_PUBLIC)
    // An address in a payload carries its own permission; the token is for what the provider's API told us.
    const headers: Record<string, string> = mediaId === undefined ? {} : { authorization }
    const response = await this.#options.fetch(address as string, { headers, signal }).catch(rejectFetch)
    if (!response.ok) throw new Error(`the provider answers ${response.status} for the file`)
    const bytes = Buffer.from(await response.arrayBuffer())
    if (bytes.length > MEDIA_BYTES_MAX) throw new Unfetchable('it is too large.')
    return bytes
  }

  /** Templates of a WhatsApp Business Account, or why they cannot be listed, in words for people. Never rejects. */
  async listTemplates(
    businessId: string,
    accessToken: string,
    pagesMax = TEMPLATE_PAGES_MAX,
  ): Promise<{ templates: Template[] } | { reason: string }> {
    const templates: Template[] = []
    let after = ''
    for (let page = 0; page < pagesMax; page++) {
      const query = new URLSearchParams({
        fields: TEMPLATE_FIELDS,
        limit: String(TEMPLATES_PAGE),
        ...(after && { after }),
      })
      const { answer, status } = await this.#get(
        `${encodeURIComponent(businessId)}/message_templates?${query}`,
        accessToken,
      )
      if (status !== 200) return { reason: describeListError(recordOf(answer.error), status) }
      templates.push(...listOf(answer.data).flatMap(readTemplate))
      // The address of the next page is not followed: it names the token.
      const paging = recordOf(answer.paging)
      after = textOf(paging.next) && textOf(recordOf(paging.cursors).after)
      if (!after) break
    }
    return { templates }
  }

  /** An answer with its status; 0 where there was none. */
  async #get(path: string, accessToken: string): Promise<{ answer: Record<string, unknown>; status: number }> {
    try {
      const headers = { authorization: `Bearer ${accessToken}` }
      const response = await this.#options.fetch(`${this.#options.baseUrl}/${path}`, { headers })
      return { answer: await response.json().then(recordOf, () => ({})), status: response.status }
    } catch {
      return { answer: {}, status: 0 }
    }
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

const NOT_PUBLIC = 'its address is not a public web address.'

function rejectFetch(error: Error): never {
  const isRefused = [error, error.cause].some((one) => one instanceof AddressRefused)
  throw isRefused ? new Unfetchable(NOT_PUBLIC, { cause: error }) : error
}

const unsure = { kind: 'retry', afterMs: UNSURE_WAIT_MS, mayHaveBeenSent: true } as const

/** Whether nothing can have been sent, because no connection was made. */
function hasNotLeft(error: unknown): boolean {
  if (error instanceof AddressRefused || error instanceof NameUnresolved) return true
  return /ECONNREFUSED|ENOTFOUND|CONNECT_TIMEOUT/.test((error as { code?: string }).code ?? '')
}

const messagingBody = (recipient: string, message: object) => ({
  recipient: { id: recipient },
  messaging_type: 'RESPONSE',
  message,
})

/** A number goes as `to`; a user id, which has letters, as `recipient`. */
const whatsAppBody = (recipient: string, content: object) => ({
  messaging_product: 'whatsapp',
  recipient_type: 'individual',
  ...(/^\d+$/.test(recipient) ? { to: recipient } : { recipient }),
  ...content,
})
