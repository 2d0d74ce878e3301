import { firstCodePoints, hasText } from '#base/text.ts'
import { TOOL_TAG_MAX, TOOL_TAGS_MAX } from '#core/limits.ts'
import { replaceTags } from '#core/tags.ts'
import { defineTool } from '../tool.ts'

export const updateTags = defineTool<{ conversationId: string; tags: string[] }>({
  name: 'update_tags',
  async run(caller, { conversationId, tags }) {
    const cut = tags.map((tag) => firstCodePoints(tag, TOOL_TAG_MAX)).filter(hasText)
    return JSON.stringify(await replaceTags(caller, conversationId, [...new Set(cut)].slice(0, TOOL_TAGS_MAX)))
  },
})
