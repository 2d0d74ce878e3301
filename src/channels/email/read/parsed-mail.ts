import { Unreadable } from '../../incoming.ts'
import type { AutomaticReason } from './automatic.ts'
import type { Bounce } from './bounce.ts'

export interface Mailbox {
  /** Lowercase. */
  address: string
  /** Empty where the mail gives none. */
  name: string
}

export interface MailAttachment {
  /** As the mail names it, without folders; made up where it does not. */
  name: string
  /** As the mail says, which proves nothing: `image/png`. */
  type: string
  bytes: Uint8Array
  /** Of an image inside the HTML, which refers to it as `cid:{contentId}`. */
  contentId: string | null
}

/** A mail as it is understood. Every text can be stored: no NUL, no lone surrogate, lines end with \n. */
export interface ParsedMail {
  /** The first author; null where the mail names none. Proven by nothing: see `authenticity.ts`. */
  from: Mailbox | null
  /** Where the author wants answers, if elsewhere: contact forms send so. */
  replyTo: Mailbox | null
  /** Lowercase addresses, each once: the envelope's, then Delivered-To, To and Cc. */
  recipients: string[]
  /** With angle brackets; null where there is none, or no usable one. */
  messageId: string | null
  inReplyTo: string | null
  /** Oldest first; the last 50. */
  references: string[]
  subject: string
  date: Date | null
  /** The new words alone, without quotes and signature: up to 5,000 code points, perhaps none. */
  text: string
  /** All words, up to 200,000 characters, where there are more than in `text`; else null. */
  wholeText: string | null
  /** The original for a sandboxed frame: without scripts, forms and remote images; null for a mail without HTML. */
  html: string | null
  attachments: MailAttachment[]
  /** Why nothing may answer this mail automatically (RFC 3834); null for a person's. */
  automatic: AutomaticReason | null
  /** What it tells of a mail of ours that did not arrive; null when it is no such report. */
  bounce: Bounce | null
}

/** A mail that is not read at all. The message says why, for members and logs. */
export class MailUnreadable extends Unreadable {}
