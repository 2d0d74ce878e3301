import { Type } from 'typebox'
import { handOff } from '#core/conversations/hand-off.ts'
import { nullable, string } from '#surfaces/http/schema.ts'
import { conversationId } from '../fields.ts'
import { defineTool } from '../tool.ts'

export const humanAgentTransfer = defineTool({
  name: 'human_agent_transfer',
  title: 'Hand over to a person',
  description:
    'Hand a conversation from the AI agent to the team. After it the AI agent must stop replying. Calling it again changes nothing.',
  input: {
    conversationId,
    reason: Type.Optional(Type.String({ maxLength: 500, description: 'Why a person is needed; shown to the team.' })),
    memberId: Type.Optional(string('Member to hand over to. Default: assignment rules of the inbox.')),
  },
  output: {
    conversationId: string(),
    transferred: Type.Boolean({ description: 'false when a person already had it' }),
    isChatBot: Type.Boolean(),
    memberId: nullable(string()),
    customerMessage: nullable(string()),
  },
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  isOn: (settings) => settings.ai.skills.humanHandoff,
  run: (caller, { conversationId, ...request }) => handOff(caller, conversationId, request),
})
