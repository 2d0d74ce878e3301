import { Type } from 'typebox'
import type { Caller } from '#core/caller.ts'
import { deleteConversation } from '#core/conversations/deletion.ts'
import { getMemberMessage } from '#core/conversations/member-view.ts'
import { editMessage, removeMessage } from '#core/conversations/message-changes.ts'
import { getMessage } from '#core/conversations/messages.ts'
import { setStarred } from '#core/conversations/state.ts'
import type { FileStore } from '#core/files/files.ts'
import { MESSAGE_TEXT_MAX } from '#core/limits.ts'
import { setBlocked } from '#core/visitors/blocking.ts'
import type { App } from '#surfaces/http/app.ts'
import { memberOf } from './kit/guard.ts'
import { sendForMember } from './kit/present.ts'
import { body, ConversationPath, ofConversation, sendJson, text } from './kit/routes.ts'
import { IsFormatted } from './schemas/conversations.ts'

const config = ofConversation
const params = ConversationPath
const MessagePath = Type.Object({ ...params.properties, messageId: Type.String() })
const messageConfig = {
  requirePath: (caller: Caller, path: Record<string, string>) =>
    getMessage(caller, path.id as string, path.messageId as string),
}

/** What only the app can do to what was said (spec 1.2, 4.2.6): star, block, edit, delete. */
export function moderationRoutes(app: App, files: FileStore): void {
  app.post(
    '/conversations/:id/star',
    { config, schema: { params, body: body({ isStarred: Type.Boolean() }) } },
    async (request, reply) => {
      const { isStarred } = request.body
      return sendForMember(reply, await setStarred(memberOf(request).caller, request.params.id, isStarred))
    },
  )

  app.post(
    '/conversations/:id/block',
    { config, schema: { params, body: body({ isBlock: Type.Boolean() }) } },
    async (request, reply) => {
      const { isBlock } = request.body
      return sendForMember(reply, await setBlocked(memberOf(request).caller, request.params.id, isBlock))
    },
  )

  app.delete('/conversations/:id', { config: { access: 'admin' }, schema: { params } }, async (request) => {
    const signedIn = memberOf(request)
    const deleted = await deleteConversation(signedIn.caller, request.params.id, files)
    return { data: deleted }
  })

  app.patch(
    '/conversations/:id/messages/:messageId',
    {
      config: messageConfig,
      schema: {
        params: MessagePath,
        body: body({ text: text(MESSAGE_TEXT_MAX), isFormatted: Type.Optional(IsFormatted) }),
      },
    },
    async (request, reply) => {
      const { caller } = memberOf(request)
      const { id, messageId } = request.params
      await editMessage(caller, id, messageId, request.body)
      return sendJson(reply, `{"data":${await getMemberMessage(caller, id, messageId)}}`)
    },
  )

  app.delete(
    '/conversations/:id/messages/:messageId',
    { config: messageConfig, schema: { params: MessagePath } },
    async (request, reply) => {
      const { caller } = memberOf(request)
      const { id, messageId } = request.params
      await removeMessage(caller, id, messageId, files)
      return sendJson(reply, `{"data":${await getMemberMessage(caller, id, messageId)}}`)
    },
  )
}
