import { type Static, Type } from 'typebox'
import { ConnectionWithProgress, type NewConnection as Made } from '#surfaces/http/connections.ts'
import { string } from '#surfaces/http/schema.ts'
import type { Wire } from './wire.ts'

/** Connections to the store's shop. */

export type Connection = Wire<Static<typeof ConnectionWithProgress>>
export type NewConnection = Wire<Static<typeof Made>>

export const ConnectionList = Type.Object({
  data: Type.Array(ConnectionWithProgress),
  meta: Type.Object({
    webhooksUrl: string('What shops send to: add /{kind}/webhooks?connection={id}.'),
  }),
})
export type ConnectionList = Wire<Static<typeof ConnectionList>>
