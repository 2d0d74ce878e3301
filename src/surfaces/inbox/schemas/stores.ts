import { type Static, Type } from 'typebox'
import { UNREAD_MAX } from '#core/limits.ts'
import { flag, nullable, string } from '#surfaces/http/schema.ts'

/** A store that the browser has a session in. */
export const BrowserStore = Type.Object({
  shopId: string(),
  appId: string(),
  name: string(),
  memberId: string(),
  email: string('Of the member, for signing in again.'),
  isCurrent: flag('The store of the request.'),
  unread: nullable(
    Type.Integer({
      description: `Conversations with something new for the member, up to ${UNREAD_MAX}; null without the second factor that the store asks for.`,
    }),
  ),
  isPushed: flag('Whether this browser takes pushes of the store.'),
})
export type BrowserStore = Static<typeof BrowserStore>

/** What signing out of all stores ended. */
export const SignedOut = Type.Object({
  shopIds: Type.Array(Type.String()),
  logoutUrl: nullable(string('The page of an issuer to go to, where a member came through one.')),
})
export type SignedOut = Static<typeof SignedOut>
