import { Type } from 'typebox'

/** What the inbox's routes share: the route kit, and that a body with keys it does not name is refused. */

export { ofConversation } from '#surfaces/http/check-path-before-body.ts'
export { PageQuery, pageOf, paging } from '#surfaces/http/paging.ts'
export { sendJson } from '#surfaces/http/present.ts'
export { closedBody as body, text } from '#surfaces/http/schema.ts'

export const ConversationPath = Type.Object({ id: Type.String() })
