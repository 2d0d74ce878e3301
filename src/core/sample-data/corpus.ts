import { nullPrototypeRecord } from '#base/null-prototype-record.ts'
import ar from './corpus/ar.json' with { type: 'json' }
import de from './corpus/de.json' with { type: 'json' }
import en from './corpus/en.json' with { type: 'json' }
import es from './corpus/es.json' with { type: 'json' }
import fr from './corpus/fr.json' with { type: 'json' }
import it from './corpus/it.json' with { type: 'json' }
import ja from './corpus/ja.json' with { type: 'json' }
import ko from './corpus/ko.json' with { type: 'json' }
import nl from './corpus/nl.json' with { type: 'json' }
import people from './corpus/people.json' with { type: 'json' }
import pl from './corpus/pl.json' with { type: 'json' }
import pt from './corpus/pt.json' with { type: 'json' }
import shop from './corpus/shop.json' with { type: 'json' }
import tr from './corpus/tr.json' with { type: 'json' }
import zh from './corpus/zh.json' with { type: 'json' }

/** What people say in one language. Words in braces are slots that `fill` fills. */
export interface Phrases {
  /** How a customer begins. */
  hello: string[]
  /** What they write about: a question, its answer, a further question and its reply. */
  topics: { tag: string; ask: string[]; answer: string[]; more: string[]; reply: string[] }[]
  /** Asking for a person instead of the AI agent. */
  person: string[]
  /** A member taking over. */
  pickup: string[]
  thanks: string[]
  bye: string[]
  /** Small talk in between, and the answer to it. */
  chat: string[]
  chatReply: string[]
}

/** A country with its people's names and language. */
export interface Country {
  country: string
  code: string
  language: string
  /** How many of a store's customers live there, beside the other countries. */
  weight: number
  /** # is any digit. */
  phone: string
  /** {street} and {n} in the order of the country. */
  street: string
  streets: string[]
  /** Name and postcode. */
  cities: string[][]
  first: string[]
  last: string[]
  familyFirst?: boolean
  /** The names in Latin letters, in the same order, where they are written otherwise. */
  romanFirst?: string[]
  romanLast?: string[]
}

export const COUNTRIES: readonly Country[] = people

const PHRASES: Record<string, Phrases> = nullPrototypeRecord({ ar, de, en, es, fr, it, ja, ko, nl, pl, pt, tr, zh })

export function phrasesOf(language: string): Phrases {
  return PHRASES[language] ?? en
}

/** Everything the shop itself has: team, catalogue, knowledge base, and the words its team uses among itself. */
export const SHOP = shop

export type Slots = Readonly<Record<string, string>>

/**
 * `template` with its slots filled. Where a customer has no name, the name goes together with what leads up to it:
 * "You’re welcome, {name}!" becomes "You’re welcome!".
 */
export function fill(template: string, slots: Slots): string {
  const text = slots.name ? template : template.replace(/,? ?\{name\}(様、|님 )?/, '')
  return text.replace(/\{(\w+)\}/g, (slot, name: string) => slots[name] ?? slot)
}
