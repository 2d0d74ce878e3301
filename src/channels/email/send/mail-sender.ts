import { createTransport, type SendMailOptions } from 'nodemailer'
import { outcomeOf, type SendOutcome } from './outcome.ts'
import { readSmtpUrl } from './smtp-url.ts'

/** The address to connect to for a host, or why it may not be reached. Throws where the name cannot be resolved now. */
export type ResolveHost = (host: string) => Promise<{ address: string } | { refused: string }>

export interface MailSenderOptions {
  resolve: ResolveHost
  /** Accounts with open connections at a time; the longest unused is closed. Default 50. */
  accounts?: number
  /** Connections of one account. Default 2. */
  connections?: number
  /** Milliseconds for connecting, for the greeting, and of silence. Default 15,000. */
  timeoutMs?: number
  /** Certificates that are trusted beside the usual ones, in PEM. */
  ca?: string
}

/** An account that mail leaves by. */
export interface SmtpAccount {
  id: string
  /** See `readSmtpUrl`. */
  url: string
}

interface Pool {
  url: string
  madeAt: number
  transport: ReturnType<typeof openPool>
}

/** A name may come to mean another address, and an account another password. */
const POOL_LIFETIME_MS = 10 * 60_000

/**
 * Sends mails by their accounts' SMTP servers, over connections that are kept. What is connected to is the address that
 * `resolve` gave; the certificate must be the host's.
 */
export class MailSender {
  readonly #options: Required<Omit<MailSenderOptions, 'ca'>> & Pick<MailSenderOptions, 'ca'>
  /** By account, the longest unused first. */
  readonly #pools = new Map<string, Pool>()

  constructor(options: MailSenderOptions) {
    this.#options = { accounts: 50, connections: 2, timeoutMs: 15_000, ...options }
  }

  /** Sends one mail (`writeMail`). Never throws for what a server or a network does; throws `BadSmtpUrl`. */
  async send(account: SmtpAccount, mail: SendMailOptions): Promise<SendOutcome> {
    const found = await this.#poolOf(account)
    if ('kind' in found) return found
    try {
      const { response = '' } = await found.transport.sendMail(mail)
      return { kind: 'sent', response: response.slice(0, 500) }
    } catch (error) {
      const outcome = outcomeOf(error)
      if (outcome.kind === 'broken') this.forget(account.id)
      return outcome
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

  async #poolOf({ id, url }: SmtpAccount): Promise<Pool | SendOutcome> {
    const old = this.#pools.get(id)
    if (old && old.url === url && Date.now() - old.madeAt < POOL_LIFETIME_MS) {
      this.#pools.delete(id)
      this.#pools.set(id, old)
      return old
    }
    const server = readSmtpUrl(url)
    let resolved: Awaited<ReturnType<ResolveHost>>
    try {
      resolved = await this.#options.resolve(server.host)
    } catch (error) {
      return { kind: 'retry', reason: 'The mail server’s name cannot be resolved.', detail: (error as Error).message }
    }
    if ('refused' in resolved) {
      return { kind: 'broken', reason: 'The mail server’s address may not be used.', detail: resolved.refused }
    }
    this.forget(id)
    const pool = { url, madeAt: Date.now(), transport: openPool(server, resolved.address, this.#options) }
    this.#pools.set(id, pool)
    const [oldest] = this.#pools.keys()
    if (oldest !== undefined && this.#pools.size > this.#options.accounts) this.forget(oldest)
    return pool
  }
}

type Limits = Pick<Required<MailSenderOptions>, 'connections' | 'timeoutMs'> & { ca?: string }

function openPool(server: ReturnType<typeof readSmtpUrl>, address: string, { connections, timeoutMs, ca }: Limits) {
  return createTransport({
    pool: true,
    maxConnections: connections,
    // What is to be tried again is decided by who asked.
    maxRequeues: 0,
    host: address,
    servername: server.host,
    port: server.port,
    secure: server.isSecure,
    requireTLS: server.needsTls,
    ignoreTLS: !server.isSecure && !server.needsTls,
    tls: { servername: server.host, ...(ca && { ca }) },
    ...(server.user && { auth: { user: server.user, pass: server.password } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}
