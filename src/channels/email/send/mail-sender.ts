import type { SendMailOptions } from 'nodemailer'
import { type AddressBook, AddressRefused, isPublicAddress } from '#outbound/address.ts'
import type { SendOutcome } from '../../outcome.ts'
import { keyOfMessageId, relayKeysIn } from '../relay-ids.ts'
import { type FindLogin, type MailLogin, SignInNeeded } from '../sign-in/login.ts'
import { ProviderUnavailable } from '../sign-in/mailbox-sign-in.ts'
import { isSignInError, outcomeOf } from './outcome.ts'
import { BadSmtpUrl, readSmtpUrl, type SmtpServer } from './smtp-url.ts'

export interface MailSenderOptions {
  /** Says what to connect to for a server's name. */
  addresses: Pick<AddressBook, 'resolve'>
  /** Accounts with open connections at a time; the longest unused is closed. Default 50. */
  accounts?: number
  /** Connections of one account. Default 2. */
  connections?: number
  /** Milliseconds for connecting, for the greeting, and of silence. Default 15,000. */
  timeoutMs?: number
  /** Whether a server at an address has to prove who it is. Default: at a public address. */
  isStrict?: (address: string) => boolean
  /** Certificates that are trusted instead of the usual ones, in PEM. */
  ca?: string
}

/** An account that mail leaves by. */
export interface SmtpAccount {
  id: string
  /** See `readSmtpUrl`. */
  url: string
  /** For a mailbox that is signed in to with a token instead of the url's password. */
  findLogin?: FindLogin
}

type Limits = Required<Pick<MailSenderOptions, 'accounts' | 'connections' | 'timeoutMs' | 'isStrict'>> &
  Pick<MailSenderOptions, 'ca'>
type Nodemailer = typeof import('nodemailer')
type Transport = ReturnType<typeof openTransport>

interface Pool {
  url: string
  accessToken: string | undefined
  madeAt: number
  transport: Transport
}

/** A name may come to mean another address. */
const POOL_LIFETIME_MS = 10 * 60_000

/**
 * Sends mails by their accounts' SMTP servers, over connections that are kept. What is connected to is the address that
 * was looked up and allowed; the certificate must be the name's.
 */
export class MailSender {
  readonly #addresses: MailSenderOptions['addresses']
  readonly #limits: Limits
  /** By account, the longest unused first. */
  readonly #pools = new Map<string, Pool>()

  constructor({ addresses, isStrict = isPublicAddress, ...limits }: MailSenderOptions) {
    this.#addresses = addresses
    this.#limits = { accounts: 50, connections: 2, timeoutMs: 15_000, isStrict, ...limits }
  }

  /** Sends one mail (`writeMail`); its Message-ID is the outcome's `externalId`. Never rejects: failures are outcomes. */
  async send(account: SmtpAccount, mail: SendMailOptions): Promise<SendOutcome> {
    try {
      const sent = await this.#use(account, (transport) => transport.sendMail(mail))
      const { messageId, response, rejected, rejectedErrors } = sent
      // Others in copy may have got it: the first recipient is whom it is for.
      const first = [mail.envelope?.to].flat()[0]
      const refusal = rejectedErrors?.find((error) => (error as { recipient?: string }).recipient === first)
      if (refusal && rejected.includes(first as string)) return failureOf(refusal, account)
      const aliases = relayKeysIn(response).filter((key) => key !== keyOfMessageId(messageId))
      return { kind: 'sent', externalId: messageId, ...(aliases.length > 0 && { aliases }) }
    } catch (error) {
      const outcome = failureOf(error as Error, account)
      if (outcome.kind === 'broken') this.forget(account.id)
      return outcome
    }
  }

  /** Signs in at an account's server, and out; null where that works. */
  async verify(account: SmtpAccount): Promise<Exclude<SendOutcome, { kind: 'sent' }> | null> {
    try {
      await this.#use(account, (transport) => transport.verify())
      return null
    } catch (error) {
      return failureOf(error as Error, account)
    } finally {
      this.forget(account.id)
    }
  }

  /** Closes an account's connections, once they are idle: it was changed or removed. */
  forget(accountId: string): void {
    this.#pools.get(accountId)?.transport.close()
    this.#pools.delete(accountId)
  }

  close(): void {
    for (const id of [...this.#pools.keys()]) this.forget(id)
  }

  /** A token that the server refuses is replaced once: it may have been revoked before its end. */
  async #use<T>(account: SmtpAccount, act: (transport: Transport) => Promise<T>): Promise<T> {
    const { findLogin } = account
    const login = await findLogin?.({ isRefused: false })
    try {
      return await act((await this.#poolOf(account, login)).transport)
    } catch (error) {
      if (!findLogin || !isAboutSignIn(error as Error)) throw error
      return act((await this.#poolOf(account, await findLogin({ isRefused: true }))).transport)
    }
  }

  async #poolOf({ id, url }: SmtpAccount, login: MailLogin | undefined): Promise<Pool> {
    const isFresh = (pool: Pool | undefined) =>
      pool?.url === url && pool.accessToken === login?.accessToken && Date.now() - pool.madeAt < POOL_LIFETIME_MS
    let pool = this.#pools.get(id)
    if (!pool || !isFresh(pool)) {
      const server = readSmtpUrl(url)
      const address = await this.#addresses.resolve(server.host)
      const nodemailer = await import('nodemailer') // not before there is mail to send
      const sinceMade = this.#pools.get(id)
      if (sinceMade && isFresh(sinceMade)) pool = sinceMade
      else {
        this.forget(id)
        const transport = openTransport(nodemailer, { ...server, login }, address, this.#limits)
        pool = { url, accessToken: login?.accessToken, madeAt: Date.now(), transport }
      }
    }
    this.#pools.delete(id)
    this.#pools.set(id, pool)
    const [oldest] = this.#pools.keys()
    if (oldest !== undefined && this.#pools.size > this.#limits.accounts) this.forget(oldest)
    return pool
  }
}

function failureOf(error: Error, { findLogin }: SmtpAccount): Exclude<SendOutcome, { kind: 'sent' }> {
  if (error instanceof BadSmtpUrl || error instanceof SignInNeeded) return { kind: 'broken', reason: error.message }
  if (error instanceof ProviderUnavailable) return { kind: 'retry', reason: error.message, slowsAccount: true }
  if (error instanceof AddressRefused) {
    return { kind: 'broken', reason: `The mail server’s address may not be used: ${error.message}.` }
  }
  return outcomeOf(error, { hasToken: findLogin !== undefined })
}

const isAboutSignIn = (error: Error) => outcomeOf(error).kind === 'broken' && isSignInError(error)

/**
 * Over `smtp:` a public server has to offer STARTTLS and to have the name's certificate. One in the operator's own network
 * (CHANNEL_ALLOW_CIDRS) often has neither: there it is used where it is offered, whosever the certificate is.
 */
function openTransport(
  { createTransport }: Nodemailer,
  server: SmtpServer & { login: MailLogin | undefined },
  address: string,
  { connections, timeoutMs, isStrict, ca }: Limits,
) {
  const mustProve = server.isSecure || isStrict(address)
  return createTransport({
    pool: true,
    maxConnections: connections,
    // What is to be tried again is decided by who asked.
    maxRequeues: 0,
    host: address,
    servername: server.host,
    port: server.port,
    secure: server.isSecure,
    requireTLS: mustProve && !server.isSecure,
    opportunisticTLS: !mustProve,
    tls: { servername: server.host, rejectUnauthorized: mustProve, ...(ca && { ca }) },
    ...(server.login
      ? { auth: { type: 'OAuth2' as const, ...server.login } }
      : server.user && { auth: { user: server.user, pass: server.password } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}
