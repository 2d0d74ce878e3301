import { Type } from 'typebox'
import { listStoreMembers } from '#core/members/members.ts'
import { Member } from '../records.ts'
import { defineTool } from '../tool.ts'

export const listMembers = defineTool({
  name: 'list_members',
  title: 'List team members',
  description: 'List the team members of this store with the ids that assign_member takes.',
  input: {
    active: Type.Optional(Type.Boolean({ description: 'Only members whose active flag equals this value.' })),
  },
  output: { members: Type.Array(Member) },
  annotations: { readOnlyHint: true, openWorldHint: false },
  async run(caller, { active }) {
    const members = await listStoreMembers(caller)
    return { members: members.filter((member) => active === undefined || member.active === active) }
  },
})
