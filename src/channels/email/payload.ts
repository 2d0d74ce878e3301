/** How a mail came to us, beside its bytes. */
export type MailHead =
  /** At our own door. `ip` and `helo` are the client's; an empty `sender` is that of bounces. */
  | { via: 'smtp'; ip: string; helo: string; sender: string; recipients: string[] }
  /** Handed in by POST, which tells nothing of the way it came before. */
  | { via: 'post' }
  /** From a mailbox. `authservId`: what its provider calls itself in Authentication-Results; null where that is not known. */
  | { via: 'imap'; authservId: string | null }

const LINE_END = 0x0a

/** A mail as it is stored until it is read: its head as a line of JSON, then its bytes. */
export function packMail(head: MailHead, raw: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), raw])
}

export function unpackMail(payload: Uint8Array): { head: MailHead; raw: Uint8Array } {
  const end = payload.indexOf(LINE_END)
  const head = JSON.parse(Buffer.from(payload.subarray(0, end)).toString('utf8')) as MailHead
  return { head, raw: payload.subarray(end + 1) }
}
