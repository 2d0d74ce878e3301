/** Why single sign-on let nobody in, as the sign-in page says in words. */
const REFUSALS = [
  'off', // no issuer is set up, for this store or at all
  'unreachable', // the issuer cannot be asked now
  'denied', // the person or the issuer said no
  'expired', // begun in another browser, too long ago, or used
  'rejected', // the issuer's answer is not good enough
  'unverified', // the issuer does not vouch for the address, which the first sign-in needs
  'unknown', // no member or invitation has the address
  'deactivated', // the member is
  'linked', // the member signs in with another account
  'busy', // too many tries
] as const
export type SignInRefusal = (typeof REFUSALS)[number]

/** Single sign-on lets nobody in, for a reason that its owner may know. */
export class SingleSignOnRefused extends Error {
  readonly reason: SignInRefusal

  constructor(reason: SignInRefusal) {
    super(reason)
    this.reason = reason
  }
}
