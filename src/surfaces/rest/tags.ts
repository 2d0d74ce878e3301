import { Type } from 'typebox'
import type { Caller } from '#core/caller.ts'
import { requireConversation } from '#core/conversations.ts'
import { addTags, listStoreTags, removeTag } from '#core/tags.ts'
import type { App } from '#surfaces/http/app.ts'
import { answers, body, callerOf } from './routes.ts'
import { ConversationPath, data } from './schemas.ts'

const tags = ['Tags']
const TagList = data(Type.Array(Type.String({ examples: ['delivery'] })))

/** Spec 4.3, tags. */
export function tagRoutes(app: App): void {
  app.get(
    '/tags',
    {
      schema: {
        operationId: 'listTags',
        summary: 'List the store’s tag catalog',
        description: 'Every tag ever put on a conversation or made in settings, in alphabetical order.',
        tags,
        response: answers({ schema: TagList }),
      },
    },
    async (request) => ({ data: await listStoreTags(callerOf(request)) }),
  )

  app.post(
    '/conversations/:id/tags',
    {
      config: { requirePath: (caller: Caller, { id }) => requireConversation(caller.shop, id as string) },
      schema: {
        operationId: 'addTags',
        summary: 'Append tags',
        description:
          'Appends, merges repeats and answers the resulting list. Tags over 100 characters are dropped; 400 when none is left.',
        tags,
        params: ConversationPath,
        body: body({ tags: Type.Array(Type.String()) }),
        response: answers({ schema: TagList, also: ['missing'] }),
      },
    },
    async (request) => ({ data: await addTags(callerOf(request), request.params.id, request.body.tags) }),
  )

  app.delete(
    '/conversations/:id/tags/:tag',
    {
      config: { requirePath: (caller: Caller, { id }) => requireConversation(caller.shop, id as string) },
      schema: {
        operationId: 'removeTag',
        summary: 'Take a tag off',
        description: 'Does nothing when the tag is not there. Answers the resulting list.',
        tags,
        params: Type.Object({ ...ConversationPath.properties, tag: Type.String({ description: 'URL-encoded.' }) }),
        response: answers({ schema: TagList, also: ['missing'] }),
      },
    },
    async (request) => {
      const { id, tag } = request.params
      return { data: await removeTag(callerOf(request), id, tag) }
    },
  )
}
