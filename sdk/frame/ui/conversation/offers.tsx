import type { Message } from '../../../shared/records.ts'
import { addPending } from '../../engine/write.ts'
import { useEngine, useWidget } from '../context.ts'
import { Words } from '../words.tsx'

/**
 * A question of the AI agent that offers what may be meant, numbered: one touch away until somebody says something, and
 * words like any after that. What rests on articles is an answer, whose numbers are steps; and so are those of a bot that
 * an integration runs, which holds no conversation.
 */
export function Offers({ message }: { message: Message }) {
  const { texts, engine } = useWidget()
  const { messages, outbox, conversation } = useEngine()
  const { text } = message
  const list = /\n\n(?:\d\. .+(?:\n|$)){1,9}$/.exec(text)
  const isNewest = messages[messages.length - 1]?.id === message.id && outbox.length === 0
  if (!list || !isNewest || !conversation?.isChatBot) return <Words text={text} />
  const offers = list[0].trim().split('\n')
  return (
    <>
      <Words text={text.slice(0, list.index)} />
      <ul class="quick" aria-label={texts.t('suggestions')}>
        {offers.map((line, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never change places
          <li key={i}>
            <button
              type="button"
              class="chip"
              dir="auto"
              onClick={() => addPending(engine, { text: line.slice(3), quickReply: true })}
            >
              {line}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
