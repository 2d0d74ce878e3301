import { useState } from 'preact/hooks'
import { ATTRIBUTE_VALUE_MAX } from '../../../../src/core/limits.ts'
import { useEngine, useWidget } from '../context.ts'

/** The mouth of each face, from bad to great; drawn, for not every device has all of these as letters. */
const MOUTHS = [
  'M8 17c2-3.500 6-3.500 8 0',
  'M8.500 16.500c2-1.500 5-1.500 7 0',
  'M8.500 16h7',
  'M8.500 15.500c2 1.500 5 1.500 7 0',
  'M8 14.500c2 4 6 4 8 0',
]

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
        {MOUTHS.map((mouth, at) => (
          <button
            key={mouth}
            type="button"
            aria-label={t(`rating.${(at + 1) as 1 | 2 | 3 | 4 | 5}`)}
            aria-pressed={score === at + 1}
            title={t(`rating.${(at + 1) as 1 | 2 | 3 | 4 | 5}`)}
            onClick={() => {
              commands.score(conversationId, at + 1)
              setThanked(false)
            }}
          >
            <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
              <path d={`M12 21.500a9.500 9.500 0 1 0 0-19 9.500 9.500 0 0 0 0 19ZM9 9.500v.6M15 9.500v.6${mouth}`} />
            </svg>
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
