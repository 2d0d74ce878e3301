import type { AddressBook } from '#outbound/address.ts'
import type { FindLogin } from '../sign-in/login.ts'
import { type ImapServer, readImapUrl } from './imap-url.ts'
import { MailboxSignInRefused, OpenMailbox } from './open-mailbox.ts'

/**
 * Opens the mailbox at an IMAP address, with a token where `findLogin` is there; one that is refused is replaced once. Throws
 * as `readImapUrl`, `findLogin` and `OpenMailbox.open` do, and `AddressRefused`.
 */
export async function openMailboxAt(
  url: string,
  { addresses, findLogin }: { addresses: Pick<AddressBook, 'resolve'>; findLogin: FindLogin | undefined },
): Promise<{ server: ImapServer; mailbox: OpenMailbox }> {
  const open = async (isRefused: boolean) => {
    const server = readImapUrl(url, await findLogin?.({ isRefused }))
    return { server, mailbox: await OpenMailbox.open(server, await addresses.resolve(server.host)) }
  }
  try {
    return await open(false)
  } catch (error) {
    if (!findLogin || !(error instanceof MailboxSignInRefused)) throw error
    return open(true)
  }
}
