import { createTransport, type SendMailOptions } from 'nodemailer'
import PostalMime, { type Email } from 'postal-mime'
import { claimPort } from '../service/claim-port.ts'
import { type MailServer, startMailServer } from './mail-server.ts'

/** A domain that mail comes in for. */
export const INBOUND_DOMAIN = 'in.parley.test'

/** The world's mail: a server that takes what the service sends, and a way to its own door. */
export interface MailWorld {
  sink: MailServer
  /** What the service is started with. */
  env: Record<string, string>
  /** The port of the service's own door. */
  port: number
  /** Sends a mail to the service's own door; rejects what it refuses. */
  send(mail: SendMailOptions): Promise<void>
  /** Mails that the service has sent to somebody, read. */
  sentTo(recipient: string): Promise<Email[]>
}

export async function startMailWorld(env: Record<string, string> = {}): Promise<MailWorld> {
  const [sink, port] = [await startMailServer(), await claimPort()]
  return {
    sink,
    port,
    env: {
      SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
      MAIL_FROM: 'Parley <service@parley.test>',
      CHANNEL_ALLOW_CIDRS: '127.0.0.0/8',
      INBOUND_SMTP_PORT: String(port),
      INBOUND_DOMAIN,
      ...env,
    },
    async send(mail) {
      const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
      try {
        await transport.sendMail(mail)
      } finally {
        transport.close()
      }
    },
    sentTo: (recipient) =>
      Promise.all(
        sink.mails.filter(({ recipients }) => recipients.includes(recipient)).map(({ raw }) => PostalMime.parse(raw)),
      ),
  }
}
