import { addPending } from '../engine/write.ts'
import { useEngine, useWidget } from './context.ts'

/** What shoppers often ask, one touch away, until there is a conversation. */
export function QuickReplies() {
  const { texts, engine, show } = useWidget()
  const { config, conversation, messages, outbox } = useEngine()
  if (config.quickReplies.length === 0 || messages.length > 0 || outbox.length > 0 || conversation) return null
  function choose(text: string): void {
    addPending(engine, { text, quickReply: true })
    show('messages')
  }
  return (
    <ul class="quick" aria-label={texts.t('suggestions')}>
      {config.quickReplies.slice(0, 6).map((text) => (
        <li key={text}>
          <button type="button" class="chip" dir="auto" onClick={() => choose(text)}>
            {text}
          </button>
        </li>
      ))}
    </ul>
  )
}
