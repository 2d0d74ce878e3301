import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface TakenMail {
  sender: string
  /** User who signed in; null for nobody. */
  user: string | null
  recipients: string[]
  ip: string
  helo: string
  raw: Buffer
}

export interface MailServer {
  port: number
  /** What it has taken, oldest first. */
  mails: TakenMail[]
  /** How many connections there were. */
  connections: number
  /** What it answers to commands from now on: an SMTP reply as in `550 5.1.1 No such user`, or nothing to take them. */
  answers: Partial<Record<'auth' | 'from' | 'to' | 'data', string>>
  /** What it says when it takes a mail: `taken`, unless a test wants to be told an id. */
  says: string
  /** What it answers to a whole mail, or null to take it. */
  refuses: ((mail: TakenMail) => string | null) | null
  close(): Promise<void>
}

/**
 * A mail server that accepts everything, or answers as a test sets. With `accepts` it takes tokens (XOAUTH2) that are accepted,
 * and no passwords.
 */
export async function startMailServer({
  accepts,
  ...options
}: SMTPServerOptions & { accepts?: (user: string, accessToken: string) => boolean } = {}): Promise<MailServer> {
  const state: MailServer = { port: 0, mails: [], connections: 0, answers: {}, says: 'taken', refuses: null, close }
  const refusal = (command: keyof MailServer['answers'], taken?: TakenMail) => {
    const answer = (taken && state.refuses?.(taken)) ?? state.answers[command]
    if (!answer) return null
    const [, code, words] = /^(\d{3}) (.*)$/.exec(answer) as unknown as [string, string, string]
    return Object.assign(new Error(words), { responseCode: Number(code) })
  }
  const server = new SMTPServer({
    authOptional: !accepts,
    ...(accepts && { authMethods: ['XOAUTH2'] }),
    disabledCommands: options.key ? [] : ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 50,
    ...options,
    onConnect: (_session, done) => {
      state.connections++
      done()
    },
    onAuth: ({ username, accessToken }, _session, done) => {
      const error = refusal('auth')
      if (!error && accepts && !accepts(username ?? '', accessToken ?? '')) {
        return done(null, { data: { status: '401', schemes: 'bearer' } })
      }
      done(error, error ? undefined : { user: username ?? '' })
    },
    onMailFrom: (_address, _session, done) => done(refusal('from')),
    onRcptTo: (_address, _session, done) => done(refusal('to')),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const mail = {
          sender: mailFrom ? mailFrom.address : '',
          user: typeof session.user === 'string' ? session.user : null,
          recipients: rcptTo.map(({ address }) => address),
          ip: session.remoteAddress,
          helo: session.hostNameAppearsAs || '',
          raw: Buffer.concat(chunks),
        }
        const error = refusal('data', mail)
        if (error) return done(error)
        state.mails.push(mail)
        done(null, state.says)
      })
    },
  })
  server.on('error', () => {}) // a client that goes away
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  state.port = (server.server.address() as AddressInfo).port
  let isClosed = false
  async function close() {
    if (isClosed) return
    isClosed = true
    await new Promise<void>((done) => server.close(done))
  }
  after(close)
  return state
}
