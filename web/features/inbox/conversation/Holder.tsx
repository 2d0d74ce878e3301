import type { Conversation } from '../../../api/records.ts'
import { setAiAgent } from '../../../live/conversation-actions.ts'

/** Who answers here, the AI agent or the team, and how that is changed. Nothing where the AI agent never took part. */
export function Holder({ conversation: { id, isChatBot, hasChatBot } }: { conversation: Conversation }) {
  if (!isChatBot && !hasChatBot) return null
  return (
    <p className="composer-hint">
      {isChatBot ? 'The AI agent answers here. A reply takes over.' : 'The team answers here.'}
      <button type="button" className="text-button" onClick={() => void setAiAgent(id, !isChatBot)}>
        {isChatBot ? 'Take over now' : 'Give back to the AI agent'}
      </button>
    </p>
  )
}
