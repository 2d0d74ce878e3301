import type { Language } from '../turn.ts'
import { clauses, normalizeText } from './normalize-text.ts'
import { type Patterns, says } from './patterns.ts'
import { GOODBYE, GREETING, THANKS, WHO } from './phrases.ts'

export type SmallTalk = 'greeting' | 'thanks' | 'goodbye' | 'who'

/** Words that may stand beside small talk without asking for anything. */
const BESIDE = new Set(
  `there team all everyone dear sir madam again for your you help so very much the much and to a an i ok okay okey yes please sorry just now
  today zusammen liebes euch ihnen an alle und so sehr fur die hilfe ja equipo a todos y por su ayuda si muy la le equipe
  tout monde et pour votre aide oui beaucoup a tutti e per il vostro aiuto si molto allemaal en voor hulp ja heel erg
  equipe e pela ajuda sim pessoal لكم لك علي مساعدتكم المساعده و`
    .split(/\s+/)
    .filter(Boolean),
)

/** What a message is when it is nothing but small talk; null when it says more. */
export function smallTalk(text: string, language: Language): SmallTalk | null {
  if (!/[\p{L}\p{N}]/u.test(text))
    return /🙏|👍|❤|😊|💯|🙌|👌/u.test(text) ? 'thanks' : /👋/u.test(text) ? 'greeting' : null
  const whole = language === 'ja' ? normalizeText(text).replaceAll(' ', '') : normalizeText(text)
  if (says(whole, WHO, language) && whole.length < 90) return 'who'
  if (language === 'ja' && /[\u3040-\u9fff]/.test(whole)) return japanese(whole)
  const kinds = [
    ['goodbye', GOODBYE],
    ['thanks', THANKS],
    ['greeting', GREETING],
  ] as const
  let found: SmallTalk | null = null
  for (const words of clauses(text)) {
    let rest = words.join(' ')
    for (const [kind, phrases] of kinds) {
      const without = strip(rest, phrases, language)
      if (without !== rest && (found === null || found === 'greeting')) found = kind
      rest = without
    }
    if (rest.split(' ').some((word) => word !== '' && !BESIDE.has(word) && !isName(word, text))) return null
  }
  return found
}

/** A name behind a greeting is written with a capital: "Hi Anna". */
function isName(word: string, text: string): boolean {
  return (
    text.length < 40 &&
    new RegExp(`[\\p{L}\\p{P}] \\p{Lu}${word.slice(1)}(?:[\\s\\p{P}]|$)`, 'u').test(text) &&
    /^[a-z]{3,12}$/.test(word)
  )
}

function strip(text: string, phrases: Patterns, language: Language): string {
  const patterns = [...new Set([phrases[language], phrases.en])]
  return patterns.reduce((rest, { source }) => rest.replace(new RegExp(source, 'gu'), ' '), text)
}

function japanese(text: string): SmallTalk | null {
  for (const [kind, phrases] of [
    ['thanks', THANKS],
    ['goodbye', GOODBYE],
    ['greeting', GREETING],
  ] as const) {
    const rest = text
      .replace(new RegExp(phrases.ja.source, 'g'), '')
      .replace(/[。.、！!本当にとてもはい大変どうも]/g, '')
    if (rest !== text && rest.length <= 1 && new RegExp(phrases.ja.source).test(text)) return kind
  }
  return null
}
