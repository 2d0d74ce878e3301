import { LANGUAGES, type Language } from '../shared/language.ts'
import type { PageConfig } from './look.ts'

/** The few texts that stand in the shop's page itself; all others come with the frame. */
export interface Texts {
  launcher: string
  close: string
  unreachable: string
  retry: string
}

/** The last two are for a server that is down: rare enough to be told in English, unless the store has words for it. */
const ENGLISH: Texts = {
  launcher: 'Chat',
  close: 'Close',
  unreachable: 'The chat cannot be reached just now.',
  retry: 'Try again',
}

const CLOSE = 'Close|Schließen|Fermer|Cerrar|Chiudi|Fechar|Sluiten|閉じる|إغلاق'.split('|')
const CHAT: Partial<Record<Language, string>> = { ja: 'チャット', ar: 'محادثة' }

/** The texts of a language, with what the store says instead. */
export function textsFor(tag: string, language: Language, config: PageConfig): Texts {
  const close = CLOSE[LANGUAGES.indexOf(language)] ?? ENGLISH.close
  const theirs = { ...config.texts?.[language], ...config.texts?.[tag] }
  const texts = { ...ENGLISH, launcher: CHAT[language] ?? ENGLISH.launcher, close }
  for (const key of Object.keys(texts) as (keyof Texts)[]) if (typeof theirs[key] === 'string') texts[key] = theirs[key]
  return texts
}
