import { listStoreMembers } from '#core/members.ts'
import { defineTool } from '../tool.ts'

export const listMembers = defineTool<{ active?: boolean }>({
  name: 'list_members',
  async run(caller, { active }) {
    const members = await listStoreMembers(caller)
    return JSON.stringify({ members: members.filter((member) => active === undefined || member.active === active) })
  },
})
