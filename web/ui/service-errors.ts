import { t } from '../base/texts.ts'

/** What the service says at sign-in and set-up, in the member's language; by its English text. */
export const KNOWN: Record<string, string> = {
  'Incorrect email or password.': t('Incorrect email or password.'),
  'Incorrect or already used code.': t('Incorrect or already used code.'),
  'Too many tries. Wait 15 minutes before the next one.': t('Too many tries. Wait 15 minutes before the next one.'),
  'Too many concurrent sign-ins. Try again in a few seconds.': t(
    'Too many concurrent sign-ins. Try again in a few seconds.',
  ),
  'Incorrect code. Check that your phone’s clock is correct.': t(
    'Incorrect code. Check that your phone’s clock is correct.',
  ),
  'No two-factor setup in progress. Start again.': t('No two-factor setup in progress. Start again.'),
  'That is not your current password.': t('That is not your current password.'),
  'This link is used, replaced or expired; ask an admin for another.': t(
    'This link is used, replaced or expired; ask an admin for another.',
  ),
  'No mail leaves this service; an admin can make a link.': t('This service sends no email. Ask an admin for a link.'),
  'This store is signed in to by single sign-on only.': t('This store is signed in to by single sign-on only.'),
  'This sign-in can no longer be finished. Start again.': t('This sign-in can no longer be finished. Start again.'),
  'Sign in through this issuer first: turning on single sign-on only would lock you out.': t(
    'Sign in through this issuer first: turning on single sign-on only would lock you out.',
  ),
  'The passkey was not accepted. Try again.': t('The passkey was not accepted. Try again.'),
  'This passkey is not known here. It may have been removed: sign in another way.': t(
    'This passkey is not known here. It may have been removed: sign in another way.',
  ),
  'This passkey may have been copied: its counter went back. Sign in another way, remove it and add a new one.': t(
    'This passkey may have been copied: its counter went back. Sign in another way, remove it and add a new one.',
  ),
  'This store requires a second factor, and this is your only one. Add a passkey first, or ask an admin to reset your two-factor authentication.':
    t(
      'This store requires a second factor, and this is your only one. Add a passkey first, or ask an admin to reset your two-factor authentication.',
    ),
  'This store requires a second factor, and this is your only one. Add another passkey or an authenticator app first.':
    t(
      'This store requires a second factor, and this is your only one. Add another passkey or an authenticator app first.',
    ),
  'Only admins of the store may do this.': t('Only admins of the store may do this.'),
  'email is already used by a member.': t('This email already belongs to a member.'),
}

/** An error's text in the member's language; what is not known stays as the service says it. */
export function errorWords(error: unknown): string {
  const { message } = error as Error
  if (Object.hasOwn(KNOWN, message)) return KNOWN[message] as string
  const length = /^password has (\d+) characters; (\d+) to (\d+) are needed\.$/.exec(message)
  if (length) return t('The password has {0} characters; {1} to {2} are needed.', length[1], length[2], length[3])
  if (message.startsWith('password is easy to guess:')) return t('This password is easy to guess. Choose another one.')
  return message
}
