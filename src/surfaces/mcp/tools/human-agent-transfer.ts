import { handOff } from '#core/hand-off.ts'
import { defineTool } from '../tool.ts'

export const humanAgentTransfer = defineTool<{ conversationId: string; reason?: string; memberId?: string }>({
  name: 'human_agent_transfer',
  isOn: (settings) => settings.ai.skills.humanHandoff,
  async run(caller, { conversationId, ...request }) {
    return JSON.stringify(await handOff(caller, conversationId, request))
  },
})
