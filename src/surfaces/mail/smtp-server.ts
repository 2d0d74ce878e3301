import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Counter, type Registry } from 'prom-client'
import { SMTPServer, type SMTPServerAddress, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { currentTime } from '#base/clock.ts'
import type { Logger } from '#base/logger.ts'
import type { AddressKeys } from '#channels/email/address.ts'
import { mailRow, storeInbound } from '#core/channels/inbound.ts'
import { findMailPlace, type MailPlace } from '#core/channels/mail-doors.ts'
import { MAIL_BYTES_MAX } from '#core/limits.ts'
import type { Database } from '#database/database.ts'
import { Certificate, type CertificateFiles } from './certificate.ts'
import { Connections } from './connections.ts'
import { collect, MailRejected } from './read-message-data.ts'

export interface MailDoorOptions {
  /** Address to listen on; port 0 means any free one. */
  host: string
  port: number
  /** What mail comes in for. */
  domain: string
  /** The certificate for STARTTLS; undefined: one that proves nothing, as most servers' do. */
  certificate: CertificateFiles | undefined
  keys: AddressKeys
  database: Database
  registry: Registry
  logger: Logger
}

const RECIPIENTS_MAX = 50
/** Number of unknown recipients after which a client is disconnected: it is guessing addresses. */
const UNKNOWN_MAX = 10
/** Silence of a client. */
const SILENCE_MS = 60_000
const STOP_MS = 5_000

type Done = (error?: Error | null, message?: string) => void

/**
 * Our own door for mail (spec C11). It takes what is for one of our signed addresses or a connected mailbox,
 * and says yes once the mail is stored; the carrier reads it. It relays nothing and lets nobody sign in.
 */
export class MailDoorServer {
  readonly #options: MailDoorOptions
  readonly #server: SMTPServer
  readonly #connections = new Connections()
  readonly #certificate: Certificate | null
  /** Whom the recipients of a session's mail are, by address. */
  readonly #places = new WeakMap<SMTPServerSession, Map<string, MailPlace>>()
  readonly #unknown = new WeakMap<SMTPServerSession, number>()
  readonly #taken: Counter<'answer'>

  constructor(options: MailDoorOptions) {
    this.#options = options
    this.#certificate = options.certificate ? new Certificate(options.certificate) : null
    this.#taken = new Counter({
      name: 'parley_smtp_messages_total',
      help: 'Emails received by the built-in SMTP server, by answer: accepted, rejected, deferred.',
      labelNames: ['answer'] as const,
      registers: [options.registry],
    })
    this.#server = new SMTPServer({
      name: options.domain,
      banner: 'Parley',
      size: MAIL_BYTES_MAX,
      disabledCommands: ['AUTH'],
      disableReverseLookup: true,
      hideDSN: true,
      maxRecipients: RECIPIENTS_MAX,
      maxCommandLength: 4_096,
      socketTimeout: SILENCE_MS,
      closeTimeout: STOP_MS,
      logger: false,
      onConnect: (session, done) => void this.#admit(session, done),
      onClose: (session) => this.#connections.leave(session),
      onMailFrom: (_sender, session, done) => {
        this.#places.set(session, new Map())
        done()
      },
      onRcptTo: (recipient, session, done) => void this.#knows(recipient, session, done),
      onData: (stream, session, done) => void this.#take(stream, session, done),
    })
    // A client that disconnects is not an error of the service.
    this.#server.on('error', (error) => options.logger.debug({ reason: error.message }, 'SMTP client failed'))
  }

  async start(): Promise<void> {
    const { host, port, domain, logger } = this.#options
    const changed = await this.#certificate?.readChanged() // rejects where there is none to begin with
    if (changed) this.#server.updateSecureContext(changed)
    const listener = this.#server.listen(port, host)
    await once(listener, 'listening') // rejects where it cannot listen
    this.#connections.watch(this.#server)
    logger.info({ port: (listener.address() as AddressInfo).port, domain }, 'SMTP server listening')
  }

  /** Takes no more connections; mails under way may be finished. */
  async stop(): Promise<void> {
    if (!this.#server.server.listening) return
    this.#connections.stop()
    await new Promise<void>((resolve) => this.#server.close(() => resolve()))
  }

  async #admit(session: SMTPServerSession, done: Done): Promise<void> {
    try {
      const changed = await this.#certificate?.readChanged()
      if (changed) this.#server.updateSecureContext(changed)
    } catch (error) {
      const { message: reason } = error as Error
      this.#options.logger.warn({ reason }, 'reading the SMTP certificate failed; the previous one stays in use')
    }
    done(this.#connections.admit(session))
  }

  async #knows({ address }: SMTPServerAddress, session: SMTPServerSession, done: Done): Promise<void> {
    try {
      const { database, domain, keys } = this.#options
      const place = await findMailPlace(database, address, { domain, keys })
      if (place) {
        this.#places.get(session)?.set(address, place)
        return done()
      }
      const unknown = (this.#unknown.get(session) ?? 0) + 1
      this.#unknown.set(session, unknown)
      this.#taken.inc({ answer: 'rejected' })
      done(unknown > UNKNOWN_MAX ? answer(421, 'Too many unknown recipients') : answer(550, 'No such mailbox here'))
    } catch (error) {
      done(this.#later(error as Error))
    }
  }

  async #take(stream: SMTPServerDataStream, session: SMTPServerSession, done: Done): Promise<void> {
    try {
      const raw = await collect(stream)
      const places = this.#places.get(session) ?? new Map<string, MailPlace>()
      const { envelope, remoteAddress: ip, hostNameAppearsAs: helo } = session
      const sender = envelope.mailFrom ? envelope.mailFrom.address : ''
      const byAccount = Map.groupBy(envelope.rcptTo, ({ address }) => places.get(address)?.accountId)
      for (const recipients of byAccount.values()) {
        const place = places.get(recipients[0]?.address ?? '')
        if (!place) throw new Error('a recipient that was taken is not known any more')
        const head = {
          via: 'smtp' as const,
          ip,
          helo: helo || '',
          sender,
          recipients: recipients.map((one) => one.address),
        }
        await storeInbound(
          this.#options.database.shop(place.shopId),
          [mailRow(place.accountId, head, raw)],
          currentTime(),
        )
      }
      this.#taken.inc({ answer: 'accepted' })
      done(null, 'Taken')
    } catch (error) {
      done(error instanceof MailRejected ? this.#refuse(error) : this.#later(error as Error))
    }
  }

  #refuse({ isPassing, message }: MailRejected): Error {
    this.#taken.inc({ answer: isPassing ? 'deferred' : 'rejected' })
    return answer(isPassing ? 452 : 552, message)
  }

  #later(error: Error): Error {
    this.#taken.inc({ answer: 'deferred' })
    this.#options.logger.warn({ reason: error.message }, 'receiving an email failed')
    return answer(451, 'Try again later')
  }
}

const answer = (responseCode: number, words: string) => Object.assign(new Error(words), { responseCode })
