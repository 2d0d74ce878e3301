import { type Static, Type } from 'typebox'
import { MAIL_FOOTER_MAX } from '#core/limits.ts'
import { Settings } from '#core/stores/settings.ts'
import { PictureUrl } from '#core/stores/widget.ts'
import { datetime, flag, nullable, oneOf, string } from '#surfaces/http/schema.ts'
import type { Wire } from './wire.ts'

/** What admins look after: the store's settings, its credentials, and the log of changes. */

/** The look of mails to customers. */
export const MailLook = Type.Object(
  {
    logoUrl: nullable(PictureUrl),
    color: nullable(Type.String({ pattern: '^#[0-9a-fA-F]{6}$', examples: ['#0f766e'] })),
    footer: nullable(Type.String({ maxLength: MAIL_FOOTER_MAX })),
  },
  { additionalProperties: false },
)
export type MailLook = Static<typeof MailLook>

export const Store = Type.Object({
  shopId: string(),
  appId: string(),
  name: string(),
  plan: string(),
  settings: Settings,
  requireSecondFactor: flag('Members see nothing before they have one.'),
  salesReport: flag('The reports count orders that came after conversations.'),
  mailLook: nullable(MailLook),
  uninstalledAt: nullable(datetime()),
  baseUrl: string('Where the shop’s pages load the widget from.'),
  canMakeKeys: flag(),
  switches: Type.Array(
    Type.Object({ name: string(), plan: string('The lowest plan that includes it.'), isIncluded: flag() }),
  ),
})
export type Store = Wire<Static<typeof Store>>

export const Campaigns = Type.Object({
  counts: Type.Array(Type.Object({ key: string(), shown: Type.Integer(), clicked: Type.Integer() })),
  days: Type.Integer({ description: 'Days that are counted, today’s included.' }),
  knowsCountry: flag('Campaigns can be shown by country.'),
})
export type Campaigns = Wire<Static<typeof Campaigns>>

const keyFields = { id: string(), name: string(), createdAt: datetime() }
export const ApiKey = Type.Object({
  ...keyFields,
  lastUsedAt: nullable(datetime()),
  lastUsedFrom: nullable(string('IP address of that request.')),
})
export type ApiKey = Wire<Static<typeof ApiKey>>

export const NewApiKey = Type.Object({ ...keyFields, key: string('Shown this once.') })
export type NewApiKey = Wire<Static<typeof NewApiKey>>

export const IdentitySecret = Type.Object({ id: string(), createdAt: datetime() })
export type IdentitySecret = Wire<Static<typeof IdentitySecret>>

export const NewIdentitySecret = Type.Object({ ...IdentitySecret.properties, secret: string('Shown this once.') })
export type NewIdentitySecret = Wire<Static<typeof NewIdentitySecret>>

export const AuditEntry = Type.Object({
  id: string(),
  at: datetime(),
  actor: oneOf(['member', 'operator', 'api_key', 'assistant', 'ai_agent', 'subscription', 'visitor', 'platform']),
  memberId: nullable(string()),
  action: string(),
  target: nullable(string()),
  details: Type.Record(Type.String(), Type.Unknown()),
})
export type AuditEntry = Wire<Static<typeof AuditEntry>>

export const DataRequest = Type.Object({ customerUuid: string(), requestedAt: datetime() })
export type DataRequest = Wire<Static<typeof DataRequest>>
