import type { Conversation } from '../../../api/records.ts'
import { t } from '../../../base/texts.ts'
import { setAiAgent } from '../../../live/conversation-actions.ts'

/** The way from the AI agent to the team, and back to it where it took part before. */
export function Holder({ conversation: { id, isChatBot, hasChatBot } }: { conversation: Conversation }) {
  if (!isChatBot && !hasChatBot) return null
  return (
    <p className="composer-hint">
      {isChatBot && t('Replying takes over from the AI agent.')}
      <button type="button" className="text-button" onClick={() => void setAiAgent(id, !isChatBot)}>
        {isChatBot ? t('Take over now') : t('Give back to the AI agent')}
      </button>
    </p>
  )
}
