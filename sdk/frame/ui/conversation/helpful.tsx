import { useEngine, useWidget } from '../context.ts'

/** Under an answer of the AI agent: whether it helped. What was said stays marked, and can be said otherwise. */
export function Helpful({ messageId }: { messageId: string }) {
  const { texts, commands } = useWidget()
  const { t } = texts
  const rating = useEngine().rated[messageId]
  const choices = [
    [true, t('helpful.yes')],
    [false, t('helpful.no')],
  ] as const
  return (
    <fieldset class="helpful" aria-label={t('helpful.ask')}>
      <span role="status">{rating === undefined ? t('helpful.ask') : t('helpful.thanks')}</span>
      {choices.map(([isHelpful, words]) => (
        <button
          key={words}
          type="button"
          aria-pressed={rating === isHelpful}
          onClick={() => commands.rate(messageId, isHelpful)}
        >
          {words}
        </button>
      ))}
    </fieldset>
  )
}
