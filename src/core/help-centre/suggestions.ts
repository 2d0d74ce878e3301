import { firstCodePoints } from '#base/text.ts'
import { listUnansweredGroups } from '#core/ai-agent/unanswered.ts'
import type { Caller } from '#core/caller.ts'
import { ARTICLE_QUESTION_MAX } from '#core/limits.ts'
import { likeness, tellingStems } from '#core/search/likeness.ts'
import { listArticleTitles, listEmptySearches, listSolvedByHand } from '#storage/help-centre/insights.ts'

/** What is looked through, by its kind; suggestions that are made of it. */
const LOOKED_AT = { searches: 300, questions: 300, solved: 300, titles: 2_000 } as const
const SUGGESTIONS_MAX = 30
/** Share of common words from which two questions, or a question and an article's title, are about the same. */
const ALIKE = 0.5
/** Conversations with the same question, from which it is worth an article. */
const SOLVED_MIN = 2

/** An article that is missing. */
export interface Suggestion {
  /** What it would be called, and what it would say: in a member's own words; empty where nobody has answered yet. */
  question: string
  answer: string
  /** How often searches of help pages found nothing, the AI agent had no answer, and a member solved it by hand. */
  searched: number
  unanswered: number
  solved: number
  /** Conversations about it, up to five. */
  conversationIds: string[]
}

interface Clue {
  kind: 'searched' | 'unanswered' | 'solved'
  text: string
  times: number
  conversationId?: string
  answer?: string
}

interface Group {
  stems: Set<string>
  clues: Clue[]
}

/** What readers and customers asked for since then and no article answers, most often first. */
export async function listSuggestions(caller: Caller, since: Date): Promise<Suggestion[]> {
  const { shop } = caller
  const [questions, searches, solved, titles] = await Promise.all([
    listUnansweredGroups(caller, LOOKED_AT.questions),
    listEmptySearches(shop, since.toISOString().slice(0, 10), LOOKED_AT.searches),
    listSolvedByHand(shop, since, LOOKED_AT.solved),
    listArticleTitles(shop, LOOKED_AT.titles),
  ])
  const clues: Clue[] = [
    ...questions.map(({ text, count, conversationId }) => ({
      ...{ kind: 'unanswered' as const, text, times: count, conversationId },
    })),
    ...searches.map(({ term, times }) => ({ kind: 'searched' as const, text: term, times })),
    ...solved.map(({ question, answer, conversationId }) => ({
      ...{ kind: 'solved' as const, text: question, times: 1, conversationId, answer },
    })),
  ]
  const written = new Groups()
  for (const title of titles) written.add(tellingStems(title), [])
  return groupClues(clues)
    .filter(({ stems }) => !written.find(stems))
    .map(suggest)
    .filter(({ searched, unanswered, solved: byHand }) => searched + unanswered > 0 || byHand >= SOLVED_MIN)
    .sort((a, b) => weight(b) - weight(a))
    .slice(0, SUGGESTIONS_MAX)
}

function groupClues(clues: readonly Clue[]): Group[] {
  const groups = new Groups()
  for (const clue of clues) {
    const stems = tellingStems(clue.text)
    if (stems.size === 0) continue
    const found = groups.find(stems)
    if (found) found.clues.push(clue)
    else groups.add(stems, [clue])
  }
  return groups.all
}

/** Groups by their words: only those that share one are compared. */
class Groups {
  readonly all: Group[] = []
  readonly #byStem = new Map<string, Group[]>()

  add(stems: Set<string>, clues: Clue[]): void {
    const group = { stems, clues }
    this.all.push(group)
    for (const stem of stems) this.#byStem.set(stem, [...(this.#byStem.get(stem) ?? []), group])
  }

  /** The group that is most like these words. */
  find(stems: Set<string>): Group | undefined {
    const near = new Set([...stems].flatMap((stem) => this.#byStem.get(stem) ?? []))
    let best: Group | undefined
    let most = ALIKE
    for (const group of near) {
      const alike = isPartOf(stems, group.stems) ? 1 : likeness(stems, group.stems)
      if (alike >= most) [best, most] = [group, alike]
    }
    return best
  }
}

/** Whether the words of a search are all in a question, or the other way round: several, for one says little. */
const isPartOf = (a: Set<string>, b: Set<string>) =>
  Math.min(a.size, b.size) > 1 && (a.isSubsetOf(b) || b.isSubsetOf(a))

const weight = ({ searched, unanswered, solved }: Suggestion) => searched + unanswered + solved

function suggest({ clues }: Group): Suggestion {
  const sum = (kind: Clue['kind']) => clues.reduce((all, one) => all + (one.kind === kind ? one.times : 0), 0)
  const answers = clues.flatMap(({ answer }) => (answer === undefined ? [] : withoutGreeting(answer)))
  const asked = clues.find(({ kind }) => kind !== 'searched') ?? clues[0]
  return {
    question: titleOf(asked?.text ?? ''),
    answer: answers.sort((a, b) => b.length - a.length)[0] ?? '',
    searched: sum('searched'),
    unanswered: sum('unanswered'),
    solved: sum('solved'),
    conversationIds: clues.flatMap(({ conversationId }) => conversationId ?? []).slice(0, 5),
  }
}

/** The sentence of a message that asks, otherwise its first. */
function titleOf(text: string): string {
  const sentences = text.match(/[^.!?\n。？！]+[.!?。？！]*/g) ?? []
  const trimmed = sentences.map((one) => one.trim()).filter((one) => one.length > 3)
  const chosen = trimmed.find((one) => /[?？]$/.test(one)) ?? trimmed[0] ?? text.trim()
  const first = firstCodePoints(chosen, ARTICLE_QUESTION_MAX)
  return first.charAt(0).toUpperCase() + first.slice(1)
}

const GREETING = /^(hi|hello|hey|dear|hallo|liebe[rs]?|guten|bonjour|cher|chère|hola|estimad[oa]|こんにちは)(?!\p{L})/iu

/** An answer without the line that greets somebody by name. */
function withoutGreeting(answer: string): string {
  const lines = answer.trim().split('\n')
  const isGreeting = lines.length > 1 && (lines[0] ?? '').length < 60 && GREETING.test(lines[0] ?? '')
  return (isGreeting ? lines.slice(1) : lines).join('\n').trim()
}
