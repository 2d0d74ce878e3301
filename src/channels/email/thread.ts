import { type AddressKeys, type AddressToken, readAddress } from './address.ts'
import type { ParsedMail } from './read/parsed-mail.ts'

/** What a mail says of where it belongs. Subject and sender say nothing (spec C11.10). */
export interface ThreadSigns {
  /** Token of the recipient that names a conversation of ours, or of the one that names a message in its return path. */
  token: AddressToken | null
  /** Failing that: Message-IDs with angle brackets, to be looked up in the mail's own store, the likeliest first. */
  messageIds: string[]
}

/** `keys` are what the addresses were made with. */
export function threadSigns(
  keys: AddressKeys,
  mail: Pick<ParsedMail, 'recipients' | 'inReplyTo' | 'references'>,
): ThreadSigns {
  const tokens = mail.recipients.map((recipient) => readAddress(keys, recipient)).filter((token) => token !== null)
  const messageIds = [...new Set([mail.inReplyTo ?? '', ...mail.references.toReversed()])].filter(Boolean)
  return { token: tokens.find(({ use }) => use === 'reply') ?? tokens[0] ?? null, messageIds }
}
