import { currentTime } from '#base/clock.ts'
import { hashToken, newToken } from '#base/ids.ts'
import { type MailboxSignIn, SignInRefused, titleOf } from '#channels/email/sign-in/mailbox-sign-in.ts'
import type { Caller } from '#core/caller.ts'
import { checkEmail, checkText } from '#core/checks.ts'
import { channelUnavailable, invalidParams } from '#core/errors.ts'
import { MAILBOX_SIGN_IN_MS } from '#core/limits.ts'
import { insertSignIn, type MailboxSignInRequest, takeSignIn } from '#storage/channels/mailbox-sign-ins.ts'
import { type Account, type ChannelAbilities, connectAccount, NAME_MAX } from './accounts.ts'

/** How an admin connects a mailbox by signing in at its provider (spec C13.11). */

/**
 * Begins a sign-in that this session alone can finish, once, within 10 minutes. Returns the provider's page to send the
 * member to. INVALID_PARAMS for an address that cannot be one and for a provider that the operator has no app at.
 */
export async function beginMailboxSignIn(
  { shop }: Caller,
  sessionId: string,
  request: MailboxSignInRequest,
  signIn: MailboxSignIn,
): Promise<string> {
  const { provider, address, name } = request
  checkEmail(address, 'address')
  if (name !== undefined) checkText(name, NAME_MAX, 'name')
  if (!signIn.appOf(provider)) {
    throw invalidParams(
      `Mailboxes of ${titleOf(provider)} are off here: ${provider.toUpperCase()}_CLIENT_ID is not set.`,
    )
  }
  const [state, verifier, now] = [newToken('', 32), signIn.newVerifier(), currentTime()]
  const page = await signIn.addressOf(provider, { state, verifier }).catch(refuse)
  const expiresAt = new Date(now.getTime() + MAILBOX_SIGN_IN_MS)
  const begun = { stateHash: hashToken(state), sessionId, request, verifier, expiresAt }
  await shop.transaction((tx) => insertSignIn(tx, begun, now))
  return page
}

/**
 * Connects the mailbox that a sign-in was begun for, with the answer that the provider sent the member back with: the query of
 * the page's address. INVALID_PARAMS where no such sign-in waits or the provider refuses, CHANNEL_UNAVAILABLE where it cannot
 * be asked.
 */
export async function finishMailboxSignIn(
  caller: Caller,
  sessionId: string,
  answer: string,
  { signIn, abilities }: { signIn: MailboxSignIn; abilities: ChannelAbilities },
): Promise<Account> {
  const state = new URLSearchParams(answer).get('state') ?? ''
  const begun = await takeSignIn(caller.shop, { stateHash: hashToken(state), sessionId }, currentTime())
  if (!begun) {
    throw invalidParams('The sign-in was begun in another browser, is older than 10 minutes or was used: begin again.')
  }
  const { request, verifier } = begun
  const { provider, address, name } = request
  const tokens = await signIn.finish(provider, { answer, state, verifier }).catch(refuse)
  const app = signIn.appOf(provider)
  if (!app) throw invalidParams(`Mailboxes of ${titleOf(provider)} are off here.`)
  const mailbox = {
    channel: 'email' as const,
    address,
    ...(name !== undefined && { name }),
    smtp: { url: app.smtpUrl },
    imap: { url: app.imapUrl },
  }
  return connectAccount(caller, mailbox, abilities, { provider, ...tokens })
}

function refuse(error: Error): never {
  throw error instanceof SignInRefused ? invalidParams(error.message) : channelUnavailable(error.message)
}
