import { type TSchema, Type } from 'typebox'
import { CHANNELS } from '#channels/channel-window.ts'
import { Paging } from '#surfaces/http/records.ts'
import { flag, oneOf, string } from '#surfaces/http/schema.ts'

/** What the REST API's answers, paths and queries are made of, around the records of http/records.ts. */

export const Typing = Type.Object({ conversationId: string(), memberId: string(), active: flag() }, { title: 'Typing' })

const Meta = Type.Object({ source: oneOf(['postgresql', 'firestore'], 'Datastore that was read; diagnostic only.') })

/** One record, with the datastore named. */
export const dataWithMeta = <T extends TSchema>(schema: T) => Type.Object({ data: schema, meta: Meta })
/** A page of a list. */
export const page = <T extends TSchema>(schema: T) =>
  Type.Object({ data: Type.Array(schema), paging: Paging, meta: Meta })

/** Paths and queries. */
export const ConversationPath = Type.Object({
  id: Type.String({ description: 'Any of the conversation’s ids: id, firestoreId or pgConvoId.' }),
})

export const pageQuery = (size: { default: number; max: number }) => ({
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      default: size.default,
      description: `Records per page (max ${size.max}; larger values are capped).`,
    }),
  ),
  cursor: Type.Optional(Type.String({ description: 'paging.nextCursor of the previous page.' })),
})

export const ChannelName = oneOf(CHANNELS, 'Channel the conversation started on.')
