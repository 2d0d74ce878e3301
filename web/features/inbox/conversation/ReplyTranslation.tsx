import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OriginalWords } from '../../../api/records.ts'
import { translateReply, translationQuery } from '../../../api/translations.ts'
import { useStore } from '../../../base/store.ts'
import { language, t } from '../../../base/texts.ts'
import { inbox } from '../../../live/state.ts'
import { complain } from '../../../ui/toast.tsx'

export interface ReplyTranslation {
  isOffered: boolean
  isBusy: boolean
  /** Whether replies of this conversation are translated before they are sent. */
  isAlways: boolean
  /** Resolves to whether the draft needs no translation, because the customer writes in the member's language. */
  translate: () => Promise<boolean>
}

/** Translates a draft into the customer's language: it is put into the composer, to be read before it is sent. */
export function useReplyTranslation(
  id: string,
  text: string,
  put: (text: string, original: OriginalWords) => void,
): ReplyTranslation {
  const isOffered = useStore(inbox, (state) => state.me.store.canTranslate)
  const { data } = useQuery({ ...translationQuery(id), enabled: isOffered })
  const [isBusy, setBusy] = useState(false)
  return {
    isOffered,
    isBusy,
    isAlways: isOffered && (data?.always ?? false),
    async translate() {
      if (isBusy || !text.trim()) return false
      setBusy(true)
      try {
        const translated = await translateReply(id, text, language)
        if (translated.to === language) return true
        put(translated.text, { text, language })
      } catch (error) {
        complain(error)
      } finally {
        setBusy(false)
      }
      return false
    },
  }
}

/** What the member wrote, above its translation in the composer. */
export function OriginalLine({ original, onBack }: { original: OriginalWords; onBack: () => void }) {
  return (
    <p className="acts-line original-line" role="status">
      <span dir="auto">{t('You wrote: {0}', original.text)}</span>
      <button type="button" className="text-button" onClick={onBack}>
        {t('Back to your text')}
      </button>
    </p>
  )
}
