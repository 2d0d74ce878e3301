import type { SMTPServerDataStream } from 'smtp-server'
import { MAIL_BYTES_MAX } from '#core/limits.ts'

/** A mail that is not taken: for good, or while too much else is coming in. */
export class MailRejected extends Error {
  readonly isPassing: boolean

  constructor(message: string, isPassing: boolean) {
    super(message)
    this.isPassing = isPassing
  }
}

/** Bytes of all mails that are coming in. */
const UNDER_WAY_MAX = 128 * 1024 * 1024
let underWay = 0

/** The bytes of a mail. Throws `TooMuch`; a client that goes away in the middle is another error. */
export async function collect(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  let refusal: MailRejected | undefined
  const forget = () => {
    underWay -= size
    size = 0
    chunks.length = 0
  }
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (refusal) continue // an answer is heard at the mail's end only
      chunks.push(chunk)
      size += chunk.length
      underWay += chunk.length
      if (size > MAIL_BYTES_MAX) refusal = new MailRejected('The mail is larger than 25 MB', false)
      else if (underWay > UNDER_WAY_MAX) refusal = new MailRejected('Too much mail at once, try again later', true)
      if (refusal) forget()
    }
    if (refusal) throw refusal
    return Buffer.concat(chunks)
  } finally {
    forget()
  }
}
