import type { Message } from '../../../api/records.ts'
import { useStore } from '../../../base/store.ts'
import { t } from '../../../base/texts.ts'
import { isTranslatable, languageName, showOriginal, translationOf, translations } from '../../../live/translations.ts'

/** The text of a message that is shown instead of its own, and what leads back to it. */
export interface Reading {
  /** Undefined: the message's own text. */
  text: string | undefined
  isOriginal: boolean
  /** Name of the language that it was translated from; null where nobody knows. */
  from: string | null
  kind: 'translated' | 'sent-translated' | null
}

/** How a message is read: translated for the member, or as a member wrote it before it was translated for the customer. */
export function useReading(message: Message): Reading {
  const known = useStore(translations, (state) => translationOf(message, state.known))
  const isOriginal = useStore(translations, (state) => state.originals[message.id])
  if (message.original) {
    // Colleagues read what was sent; what was written is one click away.
    const shows = isOriginal ?? false
    return { text: shows ? message.original.text : undefined, isOriginal: shows, from: null, kind: 'sent-translated' }
  }
  if (!known?.text || !isTranslatable(message)) return { text: undefined, isOriginal: false, from: null, kind: null }
  return {
    text: isOriginal ? undefined : known.text,
    isOriginal: isOriginal ?? false,
    from: known.from && languageName(known.from),
    kind: 'translated',
  }
}

export function ReadingLine({ message, reading }: { message: Message; reading: Reading }) {
  const { isOriginal, from, kind } = reading
  if (!kind) return null
  const toggle = (
    <button type="button" className="text-button" onClick={() => showOriginal(message.id, !isOriginal)}>
      {kind === 'translated'
        ? isOriginal
          ? t('Show the translation')
          : t('Show the original')
        : isOriginal
          ? t('Show what was sent')
          : t('Show what was written')}
    </button>
  )
  return (
    <p className="reading">
      {kind === 'sent-translated'
        ? isOriginal
          ? t('Written before the translation')
          : t('Sent in translation')
        : isOriginal
          ? t('Original')
          : from
            ? t('Translated from {0}', from)
            : t('Translated')}{' '}
      {toggle}
    </p>
  )
}
