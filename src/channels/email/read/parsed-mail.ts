import { Unreadable } from '../../incoming.ts'
import type { AutomaticReason, Counts } from './automatic.ts'
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
  /** Content id of an image inside the HTML, which refers to it as `cid:{contentId}`. */
  contentId: string | null
  /** Whether the HTML shows it: a logo of a signature more often than a customer's picture. */
  isShown: boolean
}

/** A mail as it is understood. Every text can be stored: no NUL, no lone surrogate, lines end with \n. */
export interface ParsedMail {
  /** The first author; null where the mail names none. Proven by nothing: see `authenticity.ts`. */
  from: Mailbox | null
  /** Address for answers, if it differs from the author's: contact forms send so. */
  replyTo: Mailbox | null
  /** All such addresses, in order. */
  replyTos: Mailbox[]
  /** Whom To and Cc name, each once; up to 100 in all. */
  to: Mailbox[]
  cc: Mailbox[]
  /** The list that passed it on: what List-Id names, and where it takes mail; empty for none. */
  lists: string[]
  /** Whom a list puts its own address in the place of. */
  originalSender: Mailbox | null
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
  /** All text, up to 200,000 characters, if it is longer than `text`; otherwise null. */
  wholeText: string | null
  /** The original for a sandboxed frame: without scripts, forms and remote images; null for a mail without HTML. */
  html: string | null
  attachments: MailAttachment[]
  /** How many more there are, which are not read. */
  attachmentsLeftOut: number
  /** Why nothing may answer this mail automatically (RFC 3834); null for a person's. */
  automatic: AutomaticReason | null
  /** All such reasons, the surest first. */
  automaticReasons: AutomaticReason[]
  counts: Counts
  /** What it reports about a mail of ours that did not arrive; null if it is not such a report. */
  bounce: Bounce | null
  /** What such a report returns of our mail: Message-IDs that it had answered, the nearest first, and its time. */
  returned: { answers: string[]; date: Date | null } | null
}

/** A mail that is not read at all. The message says why, for members and logs. */
export class MailUnreadable extends Unreadable {}
