import { LANGUAGES, type Language } from '../shared/language.ts'
import type { PageConfig } from './page-config.ts'

/** The few texts that stand in the shop's page itself; all others come with the frame. */
export interface Texts {
  launcher: string
  close: string
  unreachable: string
  retry: string
}

/** For a server that is down: rare enough to be told in English, unless the store has words for it. */
const ENGLISH = {
  unreachable: 'The chat cannot be reached now.',
  retry: 'Try again',
}

/** How one closes, in the order of the languages, and what the launcher is called where that is not Chat. */
const WORDS =
  'Close|Schließen|Fermer|Cerrar|Chiudi|Fechar|Sluiten|閉じる チャット|إغلاق محادثة|Zavřít|Luk|Lukk|Sulje|닫기 채팅|Zamknij|Închide|Stäng|Kapat Sohbet|关闭 聊天'.split(
    '|',
  )

/** The texts of a language, with what the store says instead. */
export function textsFor(tag: string, language: Language, config: PageConfig): Texts {
  const [close = '', launcher = 'Chat'] = (WORDS[LANGUAGES.indexOf(language)] as string).split(' ')
  return { ...ENGLISH, launcher, close, ...config.texts?.[language], ...config.texts?.[tag] }
}
