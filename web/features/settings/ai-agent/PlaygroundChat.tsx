import { useEffect, useRef } from 'react'
import { t } from '../../../base/texts.ts'
import type { MessagesState } from '../../../live/state.ts'
import { Products, Sources } from '../../../ui/ai-agent/Sources.tsx'
import { useRested } from '../../../ui/useDebouncedValue.ts'

/** An answer is there within a second or two. */
const SLOW_MS = 10_000

interface Props {
  messages: MessagesState
  /** The answer whose steps are shown. */
  chosen: string | null
  onChoose: (messageId: string) => void
}

/** Questions and answers of the playground, with the notes that handoffs leave for the team. */
export function PlaygroundChat({ messages: { messages, error }, chosen, onChoose }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const last = messages.at(-1)
  const isWaiting = last !== undefined && !last.isAdmin
  const isSlow = useRested(isWaiting ? last.id : '', SLOW_MS) === last?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new line is scrolled to
  useEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight
  }, [last?.id])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    <div className="playground-log" ref={box} tabIndex={0} role="log" aria-label={t('Playground')}>
      {error && (
        <p className="form-error" role="alert">
          {error}
        </p>
      )}
      {messages.length === 0 && !error && (
        <p className="none">
          {t(
            'Ask something that your customers ask. It answers with your articles and settings as they are now, even while it is off for customers.',
          )}
        </p>
      )}
      {messages.map((message) => {
        const { id, text, isTransfer, isNote, isAdmin, chatbotFaqs, chatbotProducts } = message
        if (isTransfer) {
          return (
            <p key={id} className="playground-line">
              {text}
            </p>
          )
        }
        if (!isAdmin || isNote) {
          return (
            <div key={id} className={isNote ? 'said note' : 'said'} dir="auto">
              {isNote && <span className="chip note-chip">{t('Internal note')}</span>}
              {text}
            </div>
          )
        }
        return (
          <div key={id} className={id === chosen ? 'said bot chosen' : 'said bot'} dir="auto">
            {text}
            <Products products={chatbotProducts} />
            <Sources faqs={chatbotFaqs} isAdmin />
            <button type="button" className="text-button" aria-pressed={id === chosen} onClick={() => onChoose(id)}>
              {t('How it decided')}
            </button>
          </div>
        )
      })}
      {isWaiting && (
        <p className="typing" role="status">
          <span className="dots" aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          {isSlow
            ? t('Still no reply. Ask your Parley administrator whether the background worker is running.')
            : t('Thinking')}
        </p>
      )}
    </div>
  )
}
