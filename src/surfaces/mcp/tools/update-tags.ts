import { Type } from 'typebox'
import { firstCodePoints } from '#base/text.ts'
import { distinctTags, replaceTags } from '#core/conversations/tags.ts'
import { TOOL_TAG_MAX, TOOL_TAGS_MAX } from '#core/limits.ts'
import { conversationId } from '../fields.ts'
import { defineTool } from '../tool.ts'

export const updateTags = defineTool({
  name: 'update_tags',
  title: 'Replace the tags',
  description:
    'Replace the whole tag list of a conversation: tags left out are removed and an empty array clears them. Tags are cut to 50 characters, duplicates are merged and at most 100 are kept.',
  input: { conversationId, tags: Type.Array(Type.String(), { description: 'The complete new tag list.' }) },
  output: { conversationId: Type.String(), tags: Type.Array(Type.String()) },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  async run(caller, { conversationId, tags }) {
    const cut = distinctTags(tags.map((tag) => firstCodePoints(tag, TOOL_TAG_MAX)))
    return replaceTags(caller, conversationId, cut.slice(0, TOOL_TAGS_MAX))
  },
})
