import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Message } from '../../../api/records.ts'
import { translationQuery } from '../../../api/translations.ts'
import { useStore } from '../../../base/store.ts'
import { language, t } from '../../../base/texts.ts'
import { inbox, NO_MESSAGES } from '../../../live/state.ts'
import { languageName, toggleAlways, translate, translations, tryAgain } from '../../../live/translations.ts'
import { Icon } from '../../../ui/Icon.tsx'

/** Says that a conversation is translated always, and translates what is loaded of it. */
export default function TranslationBar({ id }: { id: string }) {
  const { data } = useQuery(translationQuery(id))
  const messages = useStore(inbox, (state) => (state.messages[id] ?? NO_MESSAGES).messages)
  const failure = useStore(translations, (state) => state.failures[id])
  const isOn = data?.always ?? false
  useEffect(() => {
    if (isOn && !failure) void translate(id, messages.filter(isForeign))
  }, [isOn, failure, id, messages])
  if (!isOn) return null
  const theirs = data?.customerLanguage
  return (
    <div className="translation-bar" role="status">
      <Icon name="translate" />
      <span>
        {failure
          ? t('Not translated: {0}', failure)
          : theirs && theirs !== language
            ? t('You read in {0}. Replies are translated into {1}.', languageName(language), languageName(theirs))
            : t('You read in {0}.', languageName(language))}
      </span>
      {failure && (
        <button type="button" className="text-button" onClick={() => tryAgain(id)}>
          {t('Try again')}
        </button>
      )}
      <button type="button" className="text-button" onClick={() => void toggleAlways(id)}>
        {t('Stop translating')}
      </button>
    </div>
  )
}

/** What was not written by the team. */
const isForeign = ({ isAdmin, isBot }: Message) => !isAdmin || isBot
