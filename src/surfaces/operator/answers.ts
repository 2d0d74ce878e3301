import { type TSchema, Type } from 'typebox'
import { DELIVERY_STATUSES } from '#core/webhooks/deliveries.ts'
import { answers, type data } from '#surfaces/http/answers.ts'
import { Paging, Subscription } from '#surfaces/http/records.ts'
import { datetime, nullable, oneOf, string } from '#surfaces/http/schema.ts'

/** What the operator API answers (spec C3), and what its paths name. */

const SECURITY = [{ OperatorToken: [] }]
const REFUSALS = {
  401: 'UNAUTHENTICATED: no operator token, or a wrong one.',
  404: 'NOT_FOUND: there is no such store, or no such record in it.',
}

interface Operation {
  operationId: string
  summary: string
  description: string
  tags: string[]
  answer: ReturnType<typeof data> | TSchema
  status?: 200 | 201
  /** Names no store, so that nothing can be missing. */
  ofService?: boolean
}

/** The parts of a route's schema that every operation has. */
export const operation = ({ answer, status = 200, ofService = false, ...words }: Operation) => ({
  ...words,
  security: SECURITY,
  response: answers({ status, schema: answer, also: ofService ? [] : ['missing'], refusals: refusalsOf(ofService) }),
})
const refusalsOf = (ofService: boolean) => (ofService ? { 401: REFUSALS[401] } : REFUSALS)

const shopId = Type.String({ description: 'The store’s id, as POST /operator/stores answers it.' })
export const StorePath = Type.Object({ shopId })
export const KeyPath = Type.Object({ shopId, keyId: Type.String() })
export const SecretPath = Type.Object({ shopId, secretId: Type.String() })
export const SubscriptionPath = Type.Object({ shopId, id: Type.String({ description: 'The subscription’s id.' }) })
export const DeliveryPath = Type.Object({ shopId, deliveryId: Type.String() })

export const page = <T extends TSchema>(schema: T) => Type.Object({ data: Type.Array(schema), paging: Paging })

const storeFields = {
  shopId: string('Names the store on these paths and in records.'),
  appId: string('Public: storefronts name their store with it.'),
  name: string(),
  plan: oneOf(['free', 'basic', 'pro', 'plus']),
}

export const NewStore = Type.Object(
  {
    ...storeFields,
    owner: nullable(
      Type.Object({
        memberId: string(),
        email: string(),
        password: nullable(string('Shown this once when the service made it; null when it was given.')),
      }),
    ),
  },
  { title: 'NewStore' },
)

export const StoreRecord = Type.Object(
  {
    ...storeFields,
    owner: nullable(Type.Object({ memberId: string(), email: nullable(string()) })),
    settings: Type.Object({}, { additionalProperties: true, description: 'Every setting, with its value.' }),
    installedAt: datetime(),
    uninstalledAt: nullable(datetime()),
  },
  { title: 'Store' },
)

export const MovedStore = Type.Object(
  {
    ...storeFields,
    rows: Type.Integer({ minimum: 0, description: 'Rows of the file.' }),
    files: Type.Integer({ minimum: 0, description: 'Files that customers and members sent.' }),
  },
  { title: 'MovedStore' },
)

const keyName = string('Up to 50 characters.')
export const Key = Type.Object(
  {
    id: string(),
    name: keyName,
    lastUsedAt: nullable(datetime('At most a minute late; null until it is used.')),
    lastUsedFrom: nullable(string('IP address of that request.')),
  },
  { title: 'Key' },
)
export const NewKey = Type.Object(
  { id: string(), name: keyName, key: string('The key itself, shown this once.'), createdAt: datetime() },
  { title: 'NewKey' },
)

export const Secret = Type.Object({ id: string(), createdAt: datetime() }, { title: 'IdentitySecret' })
export const NewSecret = Type.Object(
  { id: string(), secret: string('Shown this once.'), createdAt: datetime() },
  { title: 'NewIdentitySecret' },
)

const counts = (description: string) => Type.Record(Type.String(), Type.Integer(), { description })
export const Counts = counts('How many of each kind there are now.')
export const Imported = Type.Object(
  {
    imported: counts('How many records of each kind were stored.'),
    rejected: Type.Array(Type.Object({ line: Type.Integer({ minimum: 1 }), message: string() }), {
      description: 'Rejected lines, by line number.',
    }),
  },
  { title: 'Imported', additionalProperties: true },
)
export const SourceImported = Type.Object(
  {
    imported: counts('How many records of each kind are new.'),
    skipped: Type.Array(Type.Object({ kind: string(), sourceId: string(), reason: string() }), {
      description: 'Records, or parts of them, that were not imported.',
    }),
  },
  { title: 'SourceImported' },
)
export const KnownRecord = Type.Object(
  { sourceId: string(), version: nullable(string('Of a conversation: the change up to which it was imported.')) },
  { title: 'KnownRecord' },
)
export const Migrated = Type.Object({ migrated: Type.Integer({ description: 'Conversations that were migrated.' }) })
export const RecoveredMember = Type.Object(
  {
    memberId: string(),
    email: string(),
    role: oneOf(['admin', 'member']),
    link: nullable(string('Of reset-password: sets a new password, once.')),
    linkExpiresAt: nullable(datetime()),
  },
  { title: 'RecoveredMember' },
)
export const DataRequest = Type.Object({ customerUuid: string(), requestedAt: datetime() }, { title: 'DataRequest' })

const { secret: _, ...subscriptionFields } = Subscription.properties
export const Webhook = Type.Object(subscriptionFields, { title: 'Webhook' })

const milliseconds = (description: string) => nullable(Type.Number({ description }))
export const Health = Type.Object(
  {
    attempts: Type.Integer({ description: 'In the last 24 hours.' }),
    successRate: nullable(Type.Number({ description: 'Share of successful attempts; null without attempts.' })),
    medianMs: milliseconds('Milliseconds that an attempt took.'),
    p95Ms: milliseconds('The same of the slowest twentieth.'),
    queued: Type.Integer({ description: 'Pending deliveries.' }),
    queueAgeMs: milliseconds('How long the oldest of them has waited.'),
  },
  { title: 'EndpointHealth' },
)

export const Heard = Type.Object(
  {
    events: Type.Array(
      Type.Object({
        eventId: string(),
        type: string(),
        occurredAt: datetime(),
        body: string('The exact bytes that a webhook would deliver.'),
      }),
    ),
    nextCursor: nullable(string('More of them, at once; null at the end.')),
    now: datetime('The service’s clock, for the first `since`.'),
  },
  { title: 'HeardEvents' },
)

export const Queued = Type.Object(
  { queued: Type.Integer({ minimum: 0, description: 'Deliveries that are sent again.' }) },
  { title: 'Queued' },
)

const deliveryFields = {
  id: string(),
  subscriptionId: string(),
  eventId: string(),
  type: string('The event’s name.'),
  conversationId: nullable(string()),
  status: oneOf(DELIVERY_STATUSES),
  attempts: Type.Integer(),
  nextAt: nullable(datetime('When it is tried next.')),
  createdAt: datetime(),
  finishedAt: nullable(datetime()),
}
export const Delivery = Type.Object(deliveryFields, { title: 'Delivery' })
export const DeliveryDetail = Type.Object(
  {
    ...deliveryFields,
    body: string('The bytes that are signed and sent; empty when they are no longer kept.'),
    log: Type.Array(
      Type.Object({
        attempt: Type.Integer(),
        startedAt: datetime(),
        durationMs: Type.Integer(),
        responseStatus: nullable(Type.Integer()),
        error: nullable(string()),
      }),
      { description: 'Each attempt.' },
    ),
  },
  { title: 'DeliveryDetail' },
)
