import { type Static, Type } from 'typebox'
import { datetime, nullable, oneOf, string } from '#surfaces/http/schema.ts'
import type { Wire } from './wire.ts'

/** An import of help articles, with how far it is. */
export const ArticleImport = Type.Object({
  id: string(),
  request: Type.Object({
    kind: oneOf(['site', 'zendesk', 'intercom', 'files', 'shop']),
    address: Type.Optional(string()),
    email: Type.Optional(string()),
    fileIds: Type.Optional(Type.Array(string())),
    names: Type.Optional(Type.Array(string())),
    connectionId: Type.Optional(string()),
    name: Type.Optional(string()),
  }),
  memberId: string('Who began it.'),
  state: oneOf(['running', 'done', 'failed', 'cancelled', 'interrupted']),
  startedAt: datetime(),
  endedAt: nullable(datetime()),
  found: nullable(Type.Integer({ description: 'Articles there; null: the source does not say.' })),
  counts: Type.Object({
    created: Type.Integer(),
    updated: Type.Integer(),
    unchanged: Type.Integer(),
    kept: Type.Integer({ description: 'Changed by a member since: they stay as they are.' }),
    failed: Type.Integer(),
  }),
  problems: Type.Array(Type.Object({ from: string(), reason: string() })),
})
export type ArticleImport = Wire<Static<typeof ArticleImport>>
