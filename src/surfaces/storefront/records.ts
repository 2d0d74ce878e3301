import { type Static, type TSchema, Type } from 'typebox'
import { FORMAT_KINDS } from '#base/formatting.ts'
import { oneOf } from '#surfaces/http/schema.ts'

/**
 * Records as a visitor's browser gets them (docs/storefront-protocol.md). These schemas serialise the answers, and
 * sdk/shared/records.ts takes its types from them: of this file only types may reach a browser.
 */

const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const datetime = Type.Unsafe<Date | string>({ type: 'string', format: 'date-time' })
/** Kept as JSON, and shown as far as a client knows it. */
const loose = Type.Unsafe<Record<string, unknown>>({})

const FileRecordSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  size: Type.Integer(),
  type: Type.String(),
  url: Type.String(),
})

const MessageSchema = Type.Object({
  id: Type.String(),
  clientId: nullable(Type.String()),
  /** Position in the conversation; the revision rises when it is edited or deleted. */
  position: Type.Integer(),
  revision: Type.Integer(),
  text: Type.String(),
  sender: Type.Object({
    type: oneOf(['customer', 'agent', 'bot', 'system']),
    name: Type.String(),
    avatarUrl: nullable(Type.String()),
  }),
  createdAt: datetime,
  isDeleted: Type.Boolean(),
  isEdited: Type.Boolean(),
  isTransfer: Type.Boolean(),
  isAutomated: Type.Boolean(),
  files: Type.Array(Type.Unsafe<Static<typeof FileRecordSchema>>({})),
  products: Type.Array(loose),
  faqs: Type.Array(loose),
  replyTo: Type.Unknown(),
  /** Absent where nothing of the text is formatted. */
  formatting: Type.Optional(
    Type.Array(Type.Object({ kind: oneOf(FORMAT_KINDS), from: Type.Integer(), to: Type.Integer() })),
  ),
})

const ConversationSchema = Type.Object({
  id: Type.String(),
  status: oneOf(['open', 'resolved']),
  isChatBot: Type.Boolean(),
  assignee: nullable(Type.Object({ name: Type.String(), avatarUrl: nullable(Type.String()) })),
  createdAt: nullable(datetime),
  lastActive: nullable(datetime),
  unreadCount: Type.Integer(),
  readByCustomer: Type.Integer(),
  readByAgent: Type.Integer(),
  revision: Type.Integer(),
})

/** As the list of a visitor's conversations has it, with its last words. */
const ListedSchema = Type.Object({ ...ConversationSchema.properties, lastMessage: nullable(Type.String()) })

const VisitorSchema = Type.Object({
  id: Type.String(),
  isIdentified: Type.Boolean(),
  email: nullable(Type.String()),
  name: nullable(Type.String()),
  phone: nullable(Type.String()),
  attributes: Type.Unsafe<Record<string, string>>({}),
  isBlocked: Type.Boolean(),
})

/** What a new or resumed session answers, and the socket's `ready`. */
const ReadySchema = Type.Object({
  token: Type.Optional(Type.String()),
  /** For a response to `identify`: whether the hash was valid. */
  identified: Type.Optional(Type.Boolean()),
  visitor: VisitorSchema,
  session: nullable(Type.Object({ id: Type.String() })),
  conversation: nullable(ConversationSchema),
  messages: Type.Array(MessageSchema),
  complete: Type.Boolean(),
  revision: Type.Optional(Type.Integer()),
  online: Type.Boolean(),
})

const PagingSchema = Type.Object({ nextCursor: nullable(Type.String()), hasMore: Type.Boolean() })

/** The `response` of a route that answers `{"data": …}`; refusals have a shape of their own. */
const answer = (schema: TSchema) => ({ '2xx': Type.Object({ data: schema }) as TSchema })

export const ANSWERS = {
  ready: answer(ReadySchema),
  visitor: answer(VisitorSchema),
  conversations: answer(Type.Array(ListedSchema)),
  messages: { '2xx': Type.Object({ data: Type.Array(MessageSchema), paging: PagingSchema }) as TSchema },
  sent: answer(
    Type.Object({ conversation: ConversationSchema, message: nullable(MessageSchema), revision: Type.Integer() }),
  ),
} as const

export type FileRecord = Static<typeof FileRecordSchema>
export type MessageRecord = Static<typeof MessageSchema>
export type ConversationRecord = Static<typeof ConversationSchema>
export type ListedRecord = Static<typeof ListedSchema>
export type VisitorRecord = Static<typeof VisitorSchema>
export type ReadyRecord = Static<typeof ReadySchema>
