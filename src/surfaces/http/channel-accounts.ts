import { Type } from 'typebox'
import { ACCOUNT_CHANNELS, type Account } from '#core/channels/accounts.ts'
import { datetime, nullable, oneOf, string } from './schema.ts'

/** Accounts at channels, as the operator and the store's admins connect and see them (spec C11). */

const server = (protocol: string) =>
  Type.Optional(
    Type.Object({
      url: Type.String({
        description: `${protocol}s://user:password@host:port, or ${protocol}://….`,
        maxLength: 2_048,
      }),
    }),
  )

/** Schema of a new account: a mailbox takes `address`, `smtp` and `imap`, the others `externalId` and `accessToken`, WhatsApp `businessId` too. */
export const NEW_ACCOUNT = {
  channel: oneOf(ACCOUNT_CHANNELS),
  name: Type.Optional(Type.String({ description: 'Shown to members and customers, up to 100 characters.' })),
  address: Type.Optional(Type.String({ description: 'The mailbox’s email address.' })),
  smtp: server('smtp'),
  imap: server('imap'),
  externalId: Type.Optional(
    Type.String({ description: 'The provider’s id of the page, the Instagram account or the telephone number.' }),
  ),
  accessToken: Type.Optional(Type.String({ description: 'Token that sends the account’s messages.' })),
  businessId: Type.Optional(
    Type.String({
      description:
        'Of phone_messenger: the ID of the WhatsApp Business Account. Without it members cannot send its templates.',
    }),
  ),
}

export const ChannelAccount = Type.Object(
  {
    id: string(),
    channel: oneOf(ACCOUNT_CHANNELS),
    name: nullable(string()),
    address: nullable(string('Of a mailbox.')),
    externalId: nullable(string('Of an account at a messenger.')),
    state: oneOf(['connected', 'broken', 'disconnected']),
    lastError: nullable(string('What is broken and why, for people.')),
    createdAt: datetime(),
  },
  { title: 'ChannelAccount' },
)

/**
 * Presents an account without credentials. An account is broken if its sending or its receiving side is, so that members
 * notice. Replies are rejected for the sending side alone.
 */
export function presentAccount(account: Account) {
  const { id, channel, name, address, externalId, state, sendError, receiveError, createdAt } = account
  // A sign-in that ended stops both, for one reason.
  const errors = new Set([sendError, receiveError].filter((error) => error !== null))
  return {
    id,
    channel,
    name,
    address,
    externalId: channel === 'email' ? null : externalId,
    state: state === 'connected' && receiveError !== null ? ('broken' as const) : state,
    lastError: errors.size > 0 ? [...errors].join(' ') : null,
    createdAt,
  }
}
