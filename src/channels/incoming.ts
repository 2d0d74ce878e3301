/** What a provider sent, read: values that core applies. */

/** Thrown for a payload that can never be read: a retry would fail again. The message says why. */
export class Unreadable extends Error {}

/** Thrown for a file that can never be fetched: a retry would fail again. The message says why, for people. */
export class Unfetchable extends Error {}

/** The sender, as the channel knows them. */
export interface IncomingSender {
  /** The provider's id; of mail, the address in lowercase. */
  externalId: string
  /** Other ids that the provider has for the same person. */
  aliases?: string[]
  name?: string | null
  email?: string | null
  phone?: string | null
  /** The channel vouches for who it is: always but for mail whose domain does not. */
  isVerified: boolean
}

/** A file that came with a message: bytes that are here, or a way to get them. */
export interface IncomingFile {
  name: string
  bytes?: Buffer
  /** The provider's copy, kept for a while: an address, or an id to ask for one. */
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
  /** How many files more it has than are kept of one mail. */
  filesLeftOut: number
  /** The conversation that its signed reply address names. */
  conversationId: string | null
  /** Messages of ours that it answers: those that its signed addresses and Message-IDs name. */
  answersOurs: string[]
  /** Message-IDs that it answers, nearest first. */
  answers: string[]
  /** Nobody wrote it by hand: nothing automatic answers it. */
  isAutomatic: boolean
  /** The store's own people or mailbox wrote it, and its domain vouches for that; null for everybody else. */
  team: { memberId: string | null; name: string } | null
  /** Whom To and Cc name beside the store and the author. */
  copies: string[]
  /** Whether it counts as a message: `alone` where it begins a conversation; `never` for absence notes and receipts. */
  counts: 'always' | 'alone' | 'never'
  original: { text: string; html: string | null; to: string[]; cc: string[] }
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
  /** A person wrote it in the provider's own app: where no conversation is known, it begins one. */
  startsConversation?: boolean
  /** The recipient's telephone number, where the provider's id is one. */
  phone?: string | null
}

/** The provider calls a person something else from now on. */
interface IncomingRename {
  kind: 'rename'
  from: string
  to: string
  /** Set where both are telephone numbers, as contacts have them. */
  phones?: { from: string; to: string }
}

/** The customer answered one of the conversation's messages with a sign, such as a thumbs-up. */
interface IncomingReaction {
  kind: 'reaction'
  /** The message that it is about. */
  externalId: string
  /** The customer's name, as the provider shows it. */
  name: string | null
  emoji: string
}

/** The customer changed the text of a message. */
interface IncomingEdit {
  kind: 'edit'
  externalId: string
  text: string
}

/** The customer took a message back. */
interface IncomingRemoval {
  kind: 'removal'
  externalId: string
}

/** Templates of the account were approved, paused or otherwise changed. */
interface IncomingTemplates {
  kind: 'templates'
}

/** Mail of ours that could not be delivered. */
interface IncomingBounce {
  kind: 'bounce'
  /** The mail: by our message's id, where its signed address or Message-ID names it, otherwise by what its headers say. */
  of: { messageId: string } | { externalId: string; answers: string[]; sentAt: Date | null }
  /** Whom it did not reach; null where that is not told. */
  recipient: string | null
  isPermanent: boolean
  reason: string
}

export type Incoming =
  | IncomingMessage
  | IncomingMail
  | IncomingReceipt
  | IncomingEcho
  | IncomingRename
  | IncomingReaction
  | IncomingEdit
  | IncomingRemoval
  | IncomingTemplates
  | IncomingBounce
export type IncomingWords = IncomingMessage | IncomingMail
export type IncomingOf<Kind extends Incoming['kind']> = Extract<Incoming, { kind: Kind }>
