import { nullPrototypeRecord } from '#base/null-prototype-record.ts'
import type { Language } from '../turn.ts'
import ar from './texts/ar.ts'
import de from './texts/de.ts'
import en, { type Texts } from './texts/en.ts'
import es from './texts/es.ts'
import fr from './texts/fr.ts'
import it from './texts/it.ts'
import ja from './texts/ja.ts'
import nl from './texts/nl.ts'
import pt from './texts/pt.ts'

const TEXTS: Record<Language, Texts> = { en, ar, de, es, fr, it, ja, nl, pt }

/** A text of the AI agent's, with its words in braces filled in. */
export function say(language: Language, key: keyof Texts, words: Record<string, string> = {}): string {
  return TEXTS[language][key].replace(/\{(\w+)\}/g, (slot, name: string) => words[name] ?? slot)
}

const MINUTE_MS = 60_000
/** Limits up to which an age is shown in minutes, then in hours, then in days. */
const [MINUTES_MAX, HOURS_MAX] = [90, 36]

/** How long ago something was, as the language says it: “3 hours ago”. */
export function ago(language: Language, moment: Date, now: Date): string {
  const minutes = Math.max(1, Math.round((now.getTime() - moment.getTime()) / MINUTE_MS))
  const hours = Math.round(minutes / 60)
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'always' })
  if (minutes < MINUTES_MAX) return words.format(-minutes, 'minute')
  return hours < HOURS_MAX ? words.format(-hours, 'hour') : words.format(-Math.round(hours / 24), 'day')
}

/** How often one of these texts was said already, in whichever language. Texts that have no words to fill in. */
export function countSaid(lines: string[], keys: readonly (keyof Texts)[]): number {
  const texts = Object.values(TEXTS).flatMap((texts) => keys.map((key) => texts[key]))
  return lines.filter((line) => texts.some((text) => line.includes(text))).length
}

/** The number in the newest of these lines that says one of these texts, in whichever language; null where none does. */
export function numberSaid(lines: string[], keys: readonly (keyof Texts)[]): string | null {
  const forms = Object.values(TEXTS).flatMap((texts) => keys.map((key) => aroundNumber(texts[key])))
  for (const line of lines.toReversed()) {
    for (const form of forms) {
      const number = form.exec(line)?.[1]
      if (number !== undefined) return number
    }
  }
  return null
}

/** What finds {number} in a line that begins as the text does, up to its next word in braces. */
function aroundNumber(text: string): RegExp {
  const [before = '', after = ''] = text.split('{number}')
  const [next = ''] = after.split('{')
  return new RegExp(`^${before.split('{').map(RegExp.escape).join('.*')}(\\S*\\d\\S*?)${RegExp.escape(next)}`, 'm')
}

/** States of orders and parcels in the customer's language, where they are the usual ones. English has them as stored. */
const STATES: Record<string, Partial<Record<Language, string>>> = nullPrototypeRecord({
  open: {
    ar: 'قيد المعالجة',
    de: 'offen',
    es: 'abierto',
    fr: 'ouverte',
    it: 'aperto',
    ja: '受付済み',
    nl: 'open',
    pt: 'aberto',
  },
  pending: {
    ar: 'قيد الانتظار',
    de: 'ausstehend',
    es: 'pendiente',
    fr: 'en attente',
    it: 'in attesa',
    ja: '手続き中',
    nl: 'in behandeling',
    pt: 'pendente',
  },
  completed: {
    ar: 'مكتمل',
    de: 'abgeschlossen',
    es: 'completado',
    fr: 'terminée',
    it: 'completato',
    ja: '完了',
    nl: 'afgerond',
    pt: 'concluído',
  },
  cancelled: {
    ar: 'ملغى',
    de: 'storniert',
    es: 'cancelado',
    fr: 'annulée',
    it: 'annullato',
    ja: 'キャンセル',
    nl: 'geannuleerd',
    pt: 'cancelado',
  },
  in_transit: {
    ar: 'في الطريق',
    de: 'unterwegs',
    es: 'en camino',
    fr: 'en route',
    it: 'in viaggio',
    ja: '配送中',
    nl: 'onderweg',
    pt: 'a caminho',
  },
  delivered: {
    ar: 'تم التسليم',
    de: 'zugestellt',
    es: 'entregado',
    fr: 'livré',
    it: 'consegnato',
    ja: '配達済み',
    nl: 'bezorgd',
    pt: 'entregue',
  },
})

/** A stored state in words: `in_transit` is "in transit" in English; one that is not known stays as it is stored. */
export function stateText(language: Language, state: string): string {
  return STATES[state]?.[language] ?? state.replaceAll('_', ' ')
}
