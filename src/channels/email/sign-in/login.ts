/** How to sign in at a mail server with a token instead of a password (XOAUTH2). */
export interface MailLogin {
  user: string
  accessToken: string
}

/** Returns a login; another one after a server refused the last. Throws `SignInNeeded`, or another error that may pass. */
export type FindLogin = (options: { isRefused: boolean }) => Promise<MailLogin>

/** The provider gives no token until an admin fixes the account. The message is for people. */
export class SignInNeeded extends Error {}
