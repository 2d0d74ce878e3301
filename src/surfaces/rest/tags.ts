import { Type } from 'typebox'
import { addTags, listStoreTags, removeTag } from '#core/conversations/tags.ts'
import { answers, data } from '#surfaces/http/answers.ts'
import type { App } from '#surfaces/http/app.ts'
import { callerOf } from '#surfaces/http/caller.ts'
import { ofConversation } from '#surfaces/http/check-path-before-body.ts'
import { body } from '#surfaces/http/schema.ts'
import { ConversationPath } from './schemas.ts'

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
        description: 'Every tag ever added to a conversation or created in settings, in alphabetical order.',
        tags,
        response: answers({ schema: TagList }),
      },
    },
    async (request) => ({ data: await listStoreTags(callerOf(request)) }),
  )

  app.post(
    '/conversations/:id/tags',
    {
      config: ofConversation,
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
      config: ofConversation,
      schema: {
        operationId: 'removeTag',
        summary: 'Remove a tag',
        description: 'Does nothing if the conversation does not have the tag. Returns the resulting list.',
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
