import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { typedSuggestionsQuery } from '../../../api/ai-agent.ts'
import { TYPED_SENTENCE_MAX } from '../../../base/limits.ts'
import { useStore } from '../../../base/store.ts'
import { t } from '../../../base/texts.ts'
import { inbox } from '../../../live/state.ts'
import { Sources } from '../../../ui/ai-agent/Sources.tsx'
import { useRested } from '../../../ui/useDebouncedValue.ts'
import { sentenceStart } from './typed-sentence.ts'
import './typed-suggestions.css'

/** Pause in typing after which sentences are looked for, in milliseconds, and characters that have to stand there. */
const PAUSE_MS = 300
const TYPED_MIN = 6

/**
 * Sentences of the store's articles for the one that is being typed at the end of a reply, each with its article. Tab takes the
 * first; Esc closes them until something else is typed.
 */
export default function TypedSuggestions(props: {
  id: string
  text: string
  box: RefObject<HTMLTextAreaElement | null>
  onPut: (text: string) => void
}) {
  const { id, text, box, onPut } = props
  const isAdmin = useStore(inbox, (state) => state.me.member.role === 'admin')
  const [closedAt, closeAt] = useState<string | null>(null)
  const start = sentenceStart(text)
  const typed = text.startsWith('/') ? '' : text.slice(start)
  const rested = useRested(typed, PAUSE_MS)
  const isLong = rested.trim().length >= TYPED_MIN && [...rested].length <= TYPED_SENTENCE_MAX
  const { data } = useQuery({ ...typedSuggestionsQuery(id, rested), enabled: isLong })
  const isAtEnd = box.current?.selectionEnd === text.length
  const offered = isLong && typed === rested && isAtEnd && closedAt !== text ? (data ?? []) : []
  const take = (sentence: string) => onPut(text.slice(0, start) + sentence)

  const [first] = offered
  const onKey = useRef<(event: KeyboardEvent) => void>(() => {})
  onKey.current = (event) => {
    if (!first || event.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    if (event.key === 'Tab') take(first.text)
    else if (event.key === 'Escape') closeAt(text)
    else return
    event.preventDefault()
    event.stopPropagation() // Esc would leave the reply
  }
  useEffect(() => {
    const element = box.current
    const listener = (event: KeyboardEvent) => onKey.current(event)
    element?.addEventListener('keydown', listener)
    return () => element?.removeEventListener('keydown', listener)
  }, [box])

  if (!first) return null
  return (
    <section className="typed-suggestions" aria-label={t('Sentences from your articles')}>
      <p className="sr-only" role="status">
        {t('Press Tab to write: {0}', first.text)}
      </p>
      <ul>
        {offered.map(({ text: sentence, source }) => (
          <li key={sentence}>
            <button type="button" onClick={() => take(sentence)}>
              {sentence === first.text && <kbd>Tab</kbd>} <span dir="auto">{sentence}</span>
            </button>
            <Sources faqs={[source]} isAdmin={isAdmin} />
          </li>
        ))}
      </ul>
    </section>
  )
}
