import type { RuleCondition, RuleDraft, RuleTrigger } from './rule.ts'

/** What conditions are about. Null: there is none; absent: not known yet. */
export interface RuleFacts {
  channel: string
  customerType: string
  /** Text of the customer: of the message in question, otherwise their newest; null if they wrote nothing. */
  text: string | null
  language: string | null
  /** Whether it was in the store's opening hours; null where it has none. */
  isInHours: boolean | null
  tags: readonly string[]
  memberId: string | null
  isChatBot: boolean
  priority: string
  /** The states of the contact's newest order. */
  orderStates: readonly string[] | null
  /** The segments that the contact is in, of those that rules ask for. */
  segments: readonly string[]
}

/** What happened to a conversation. */
export interface RuleEvent {
  kinds: readonly RuleTrigger['on'][]
  tags?: readonly string[]
  /** A silence: rules that wait longer than `after`, and at most `minutes`. */
  silence?: { waitsFor: 'team' | 'customer'; after: number; minutes: number }
}

/** Whether a rule is about what happened. */
export function matchesTrigger(
  { on, tag, minutes = 0, waitsFor }: RuleTrigger,
  { kinds, tags, silence }: RuleEvent,
): boolean {
  if (!kinds.includes(on)) return false
  if (on === 'tag') return tags?.includes(tag ?? '') ?? false
  if (on !== 'idle') return true
  return silence !== undefined && waitsFor === silence.waitsFor && minutes > silence.after && minutes <= silence.minutes
}

/** Whether a rule's conditions hold; null where that depends on what is not known yet. */
export function matchesConditions(
  { match, conditions }: Pick<RuleDraft, 'match' | 'conditions'>,
  facts: Partial<RuleFacts>,
): boolean | null {
  if (conditions.length === 0) return true
  const verdicts = conditions.map((condition) => judgeCondition(condition, facts))
  const decided = match === 'any'
  if (verdicts.includes(decided)) return decided
  return verdicts.includes(null) ? null : !decided
}

/** Whether one condition holds; null where that depends on what is not known yet. */
export function judgeCondition({ about, not, values }: RuleCondition, facts: Partial<RuleFacts>): boolean | null {
  const found = LOOKED_AT[about](facts, values)
  if (found === undefined) return null
  // A store without opening hours is neither open nor closed.
  if (found === null) return false
  return found !== not
}

type Look = (facts: Partial<RuleFacts>, values: readonly string[]) => boolean | null | undefined

const among = (value: string | undefined, values: readonly string[]) =>
  value === undefined ? undefined : values.includes(value)

const LOOKED_AT: Record<RuleCondition['about'], Look> = {
  channel: ({ channel }, values) => among(channel, values),
  contact: ({ customerType }, values) => among(customerType, values),
  language: ({ language }, values) => (language === null ? false : among(language, values)),
  hours: ({ isInHours }, values) =>
    typeof isInHours === 'boolean' ? values.includes(isInHours ? 'open' : 'closed') : isInHours,
  words: ({ text }, values) => (text === undefined ? undefined : text !== null && hasWords(text, values)),
  tags: ({ tags }, values) => tags && values.some((tag) => tags.includes(tag)),
  assignee: ({ memberId }, values) =>
    memberId === undefined ? undefined : values.includes(memberId === null ? 'nobody' : 'somebody'),
  holder: ({ isChatBot }, values) =>
    isChatBot === undefined ? undefined : values.includes(isChatBot ? 'ai_agent' : 'team'),
  priority: ({ priority }, values) => among(priority, values),
  segment: ({ segments }, values) => segments && values.some((id) => segments.includes(id)),
  order: ({ orderStates }, values) => {
    if (orderStates === undefined) return undefined
    const wanted = foldedWords(values)
    return orderStates?.some((state) => wanted.includes(folded(state))) ?? false
  },
}

const folded = (text: string) => text.normalize('NFKC').toLowerCase()

/** Caches values that are searched for repeatedly, together with their rule. */
const known = new WeakMap<readonly string[], string[]>()
function foldedWords(values: readonly string[]): string[] {
  const before = known.get(values)
  if (before) return before
  const made = values.map((value) => folded(value).trim())
  known.set(values, made)
  return made
}

/** The text that was looked at last: many rules look at one. */
let last = { text: '', folded: '' }
function foldedText(text: string): string {
  if (last.text !== text) last = { text, folded: folded(text) }
  return last.folded
}

/** Letters and digits that stand in words with spaces between them. */
const IN_WORDS = /^(?!\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Thai})[\p{L}\p{N}]/u

/**
 * Whether a text has any of the words, in either case. Each begins where a word of the text does: refund is found in
 * "Refunds!" and not in "prerefund"; in scripts without spaces it is found anywhere.
 */
export function hasWords(text: string, words: readonly string[]): boolean {
  const said = foldedText(text)
  return foldedWords(words).some((word) => {
    if (word === '') return false
    for (let at = said.indexOf(word); at >= 0; at = said.indexOf(word, at + 1)) {
      if (!IN_WORDS.test(word) || at === 0 || !IN_WORDS.test(lastCharacter(said.slice(Math.max(0, at - 2), at))))
        return true
    }
    return false
  })
}

/** The last code point of a text. */
const lastCharacter = (text: string) => Array.from(text).at(-1) ?? ''
