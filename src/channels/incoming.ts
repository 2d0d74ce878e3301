/** What a provider sent, read: values that core applies. */

/** What came in and will never be read: asking again is in vain. The message says why. */
export class Unreadable extends Error {}

/** Who wrote, as the channel knows them. */
export interface IncomingSender {
  /** The provider's id; of mail, the address in lowercase. */
  externalId: string
  /** Other ids that the provider has for the same person. */
  aliases?: string[]
  name?: string | null
  email?: string | null
  phone?: string | null
  /** The channel vouches for who it is: always but for mail whose domain does not. */
  isProven: boolean
}

/** A file that came with a message: bytes that are here, or a way to get them. */
export interface IncomingFile {
  name: string
  bytes?: Buffer
  /** Where the provider keeps it for a while: an address, or an id to ask for one. */
  url?: string
  mediaId?: string
}

interface IncomingMessage {
  kind: 'message'
  externalId: string
  sender: IncomingSender
  /** When the customer sent it. */
  at: Date
  text: string
  files: IncomingFile[]
  /** The provider's id of the message that it answers. */
  replyTo?: string | null
}

/** A customer's mail. */
export interface IncomingMail extends Omit<IncomingMessage, 'kind'> {
  kind: 'mail'
  subject: string
  /** The conversation that its signed reply address names. */
  conversationId: string | null
  /** Messages of ours that it answers: those that its signed addresses and Message-IDs name. */
  answersOurs: string[]
  /** Message-IDs that it answers, nearest first. */
  answers: string[]
  /** Nobody wrote it by hand: nothing automatic answers it. */
  isAutomatic: boolean
  original: { text: string; html: string | null }
}

/** How far a message of ours got. */
interface IncomingReceipt {
  kind: 'receipt'
  /** The parts that it is about: by id, or all that were sent to one person until a time. */
  of: { externalIds: string[] } | { recipient: string; until: Date }
  state: 'sent' | 'delivered' | 'read' | 'failed'
  /** To whom, where the provider tells. */
  recipient?: string
  error?: string
  closesWindow?: boolean
}

/** Something the account said that may not have come from here: another program, or a person in the provider's own app. */
interface IncomingEcho {
  kind: 'echo'
  externalId: string
  recipient: string
  text: string
  files: IncomingFile[]
  at: Date
}

/** The provider calls a person something else from now on. */
interface IncomingRename {
  kind: 'rename'
  from: string
  to: string
}

/** The customer took a message back. */
interface IncomingRemoval {
  kind: 'removal'
  externalId: string
}

/** Mail of ours that could not be delivered. */
interface IncomingBounce {
  kind: 'bounce'
  /** The mail: by our message's id, where its signed address or Message-ID names it, or by its Message-ID. */
  of: { messageId: string } | { externalId: string }
  isPermanent: boolean
  reason: string
}

export type Incoming =
  | IncomingMessage
  | IncomingMail
  | IncomingReceipt
  | IncomingEcho
  | IncomingRename
  | IncomingRemoval
  | IncomingBounce
export type IncomingWords = IncomingMessage | IncomingMail
export type IncomingOf<Kind extends Incoming['kind']> = Extract<Incoming, { kind: Kind }>
