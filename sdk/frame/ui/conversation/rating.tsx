import { useState } from 'preact/hooks'
import { ATTRIBUTE_VALUE_MAX } from '../../../../src/core/limits.ts'
import { useEngine, useWidget } from '../context.ts'

const FACES = ['😞', '🙁', '😐', '🙂', '😄'] as const

/** Under a conversation that has ended: how it went, and a word about it. The face counts at once. */
export function Rating({ conversationId }: { conversationId: string }) {
  const { texts, commands } = useWidget()
  const { t } = texts
  const score = useEngine().scores[conversationId]
  const [comment, setComment] = useState('')
  const [isThanked, setThanked] = useState(score !== undefined)

  function send(event: SubmitEvent): void {
    event.preventDefault()
    if (score) commands.score(conversationId, score, comment.trim())
    setThanked(true)
  }

  return (
    <form class="ask rating" onSubmit={send} aria-label={t('rating.ask')}>
      <p role="status">{isThanked ? t('rating.thanks') : t('rating.ask')}</p>
      <fieldset class="scores" aria-label={t('rating.ask')}>
        {FACES.map((face, at) => (
          <button
            key={face}
            type="button"
            aria-label={t(`rating.${(at + 1) as 1 | 2 | 3 | 4 | 5}`)}
            aria-pressed={score === at + 1}
            title={t(`rating.${(at + 1) as 1 | 2 | 3 | 4 | 5}`)}
            onClick={() => {
              commands.score(conversationId, at + 1)
              setThanked(false)
            }}
          >
            {face}
          </button>
        ))}
      </fieldset>
      {score && !isThanked ? (
        <div class="row">
          <input
            type="text"
            dir={comment ? 'auto' : undefined}
            aria-label={t('rating.comment')}
            placeholder={t('rating.comment')}
            value={comment}
            maxLength={ATTRIBUTE_VALUE_MAX}
            onInput={(event) => setComment(event.currentTarget.value)}
          />
          <button type="submit" class="primary">
            {t('rating.send')}
          </button>
        </div>
      ) : null}
    </form>
  )
}
