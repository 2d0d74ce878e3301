import type { ImapFlow } from 'imapflow'
import { isPublicAddress } from '#outbound/address.ts'
import type { ImapServer } from './imap-url.ts'

/** Thrown if the mailbox cannot be read until an admin fixes the account. The message is for people. */
export class MailboxRefused extends Error {}

/** Thrown if the server refuses the sign-in itself: with a token, another one may be accepted. */
export class MailboxSignInRefused extends MailboxRefused {}

/** A mail in a mailbox. */
export interface MailboxMail {
  uid: number
  /** When it came into the mailbox. */
  at: Date
}

const TIMEOUT_MS = 15_000
/** Silence after which a connection counts as dead; it is asked something every minute. */
const SILENCE_MS = 3 * 60_000
/** What a server says of a sign-in that may work later (RFC 5530). */
const PASSING = /^(UNAVAILABLE|INUSE|LIMIT|SERVERBUG|CONTACTADMIN)$/

/** An open INBOX, which is looked at and not changed: no mail is marked as read. */
export class OpenMailbox {
  readonly #client: ImapFlow
  #woken = Promise.withResolvers<void>()

  private constructor(client: ImapFlow) {
    this.#client = client
    client.on('exists', () => this.#woken.resolve())
    client.on('close', () => this.#woken.resolve())
  }

  /**
   * Signs in at an address that was looked up and allowed. Over `imap:` a public server has to offer STARTTLS and to have
   * the name's certificate; in one's own network it is used where it is offered. Throws `MailboxRefused`, or another
   * error for what may work later.
   */
  static async open(server: ImapServer, address: string): Promise<OpenMailbox> {
    const { host, port, isSecure, user, password, accessToken } = server
    const mustProve = isSecure || isPublicAddress(address)
    const { ImapFlow } = await import('imapflow') // not before there is a mailbox
    const client = new ImapFlow({
      host: address,
      servername: host,
      port,
      secure: isSecure,
      ...(!isSecure && mustProve ? { doSTARTTLS: true } : {}),
      tls: { servername: host, rejectUnauthorized: mustProve },
      auth: accessToken === undefined ? { user, pass: password } : { user, accessToken },
      logger: false,
      disableAutoIdle: true,
      clientInfo: { name: 'Parley' },
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: SILENCE_MS,
    })
    client.on('error', () => {}) // what is under way rejects
    try {
      await client.connect()
      const mailbox = new OpenMailbox(client)
      await client.mailboxOpen('INBOX', { readOnly: true })
      return mailbox
    } catch (error) {
      client.close()
      throw refusalOf(error as ImapError, accessToken !== undefined) ?? error
    }
  }

  /** Numbers of mails mean nothing under another one of these. */
  get uidValidity(): string {
    return String(this.#state().uidValidity)
  }

  /** Mails with a number above `uid`, in their order. */
  async listAfter(uid: number): Promise<MailboxMail[]> {
    const mails = await this.#list({ uid: `${uid + 1}:*` })
    return mails.filter((mail) => mail.uid > uid) // a server answers with its last one where there is none
  }

  /** Mails that came in the second of a time or later, in their order: servers know seconds. */
  async listSince(since: Date): Promise<MailboxMail[]> {
    const before = new Date(since.getTime() - 24 * 60 * 60 * 1000) // servers compare days, of a time zone of their own
    const mails = await this.#list({ since: before })
    const from = Math.floor(since.getTime() / 1000) * 1000
    return mails.filter(({ at }) => at.getTime() >= from)
  }

  /** The number of the newest mail when the mailbox was opened; 0 for an empty one. */
  get lastUid(): number {
    return this.#state().uidNext - 1
  }

  /** The first `max` bytes of a mail; null for one that was deleted. */
  async download(uid: number, max: number): Promise<Buffer | null> {
    const found = await this.#client.fetchOne(String(uid), { source: { start: 0, maxLength: max } }, { uid: true })
    return found ? (found.source ?? null) : null
  }

  /** Resolves when the server announces something new, or after `ms`. */
  async changed(ms: number): Promise<void> {
    if (!this.#client.usable) throw new Error('the mail server hung up')
    this.#client.idle().catch(() => {}) // ended by the next command
    let timer: NodeJS.Timeout | undefined
    await Promise.race([
      this.#woken.promise,
      new Promise<void>((resolve) => {
        timer = setTimeout(resolve, ms)
      }),
    ])
    clearTimeout(timer)
    this.#woken = Promise.withResolvers()
    if (!this.#client.usable) throw new Error('the mail server hung up')
  }

  /** Ends what `changed` waits for, and the connection. */
  close(): void {
    this.#client.close()
    this.#woken.resolve()
  }

  #state() {
    const { mailbox } = this.#client
    if (!mailbox) throw new Error('the mail server closed the mailbox')
    return mailbox
  }

  async #list(query: { uid: string } | { since: Date }): Promise<MailboxMail[]> {
    const found = await this.#client.search(query, { uid: true })
    if (!found || found.length === 0) return []
    const mails: MailboxMail[] = []
    for await (const { uid, internalDate } of this.#client.fetch(
      found,
      { uid: true, internalDate: true },
      { uid: true },
    )) {
      mails.push({ uid, at: new Date(internalDate ?? Date.now()) })
    }
    return mails.sort((a, b) => a.uid - b.uid)
  }
}

interface ImapError extends Error {
  authenticationFailed?: boolean
  serverResponseCode?: string
  responseText?: string
  code?: string
}

function refusalOf(error: ImapError, hasToken: boolean): MailboxRefused | null {
  const said = (error.responseText ?? error.message).replace(/\s+/g, ' ').slice(0, 300)
  if (error.authenticationFailed && !PASSING.test(error.serverResponseCode ?? '')) {
    const words = hasToken
      ? 'The IMAP server refused the sign-in: the account that signed in may not read this mailbox, or IMAP is off for it.'
      : 'The IMAP server refused the user name or password.'
    return new MailboxSignInRefused(`${words} (${said})`)
  }
  if (
    /certificate|self.signed|altname|CERT_|ERR_TLS|wrong version number|STARTTLS/i.test(
      `${error.message} ${error.code}`,
    )
  ) {
    return new MailboxRefused(
      `There is no secure connection to the IMAP server: check its name, port and certificate. (${said})`,
    )
  }
  return null
}
