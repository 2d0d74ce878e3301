import { setImmediate } from 'node:timers/promises'
import { requireCursor } from '#core/checks.ts'
import { notFound } from '#core/errors.ts'
import { TRIED_EXAMPLES_MAX, TRIED_QUESTIONS_MAX } from '#core/limits.ts'
import { changeSettings, readSettings } from '#core/stores/settings.ts'
import { decodeCursor, encodeCursor } from '#database/cursor.ts'
import type { Shop } from '#database/database.ts'
import { listAskedConversations } from '#storage/ai-agent/asked.ts'
import { type AiExample, listExamples } from '#storage/ai-agent/examples.ts'
import { type DecideParts, decide } from './decide.ts'
import { readPastQuestions } from './past-questions.ts'
import { buildTurn } from './read-turn.ts'
import type { Decision, ProposedArticle, Turn } from './turn.ts'

/** What one request tries: examples, or conversations. */
const EXAMPLES = { offline: 50, model: 5 } as const
const CONVERSATIONS = { offline: 10, model: 2 } as const

/** What an admin thinks of changing. */
export interface Proposal {
  article?: ProposedArticle
  /** Settings of the AI agent, as a change of the store's settings has them. */
  ai?: object
}

/** A past question that would be answered in another way. */
interface ChangedAnswer {
  conversationId: string
  asked: string[]
  before: Decision
  after: Decision
}

/** One step of a trial: some of the store's examples or, when these are done, some of its last conversations. */
export interface Trial {
  /** Questions that were tried, and those that would be answered in another way. */
  tried: number
  changed: ChangedAnswer[]
  /** Examples that hold today and would not any more. */
  broken: { example: AiExample; before: Decision; after: Decision }[]
  /** How many questions are tried at most, all steps together. */
  triedMax: number
  /** For the next step; null after the last one. */
  nextCursor: string | null
}

/** Start of a step: how many examples and questions are done, and the last conversation, once these have begun. */
interface Place {
  examples: number
  questions: number
  conversation: { id: string; lastActive: Date | null } | null
}

/**
 * Asks the AI agent the store's past questions twice, as things are and as they would be, newest conversations first.
 * Nothing is written. Orders are not looked up: a change of articles or settings tells nothing about them. The model is
 * asked only where the instructions would change, which nobody else reads.
 */
export async function tryChange(
  shop: Shop,
  proposal: Proposal,
  cursor: string | null,
  parts: DecideParts,
): Promise<Trial> {
  const place = cursor === null ? START : readPlace(cursor)
  requireCursor(cursor, () => place !== null)
  const settings = await readSettings(shop)
  // Checked as a change of settings is; a plan refuses the switch only where it is saved.
  const changedSettings = proposal.ai ? changeSettings(settings, { ai: proposal.ai }, 'pro') : settings
  const asksModel = parts.model !== undefined && changedSettings.ai.instructions !== settings.ai.instructions
  const how = asksModel ? 'model' : 'offline'
  const tools = { ...parts, model: asksModel ? parts.model : undefined, lookups: NO_ORDERS }
  const compare = async (turn: Turn) => {
    const before = await decide(turn, tools)
    const now = { ...turn, settings: changedSettings, proposed: proposal.article }
    const then = await decide(now, tools)
    await setImmediate() // other requests have their turn
    return { before, after: then }
  }

  const { examples, questions, conversation } = place ?? START
  const triedMax = TRIED_QUESTIONS_MAX[how]
  const kept = (await listExamples(shop)).slice(0, TRIED_EXAMPLES_MAX[how])
  if (conversation === null && examples < kept.length) {
    const step = kept.slice(examples, examples + EXAMPLES[how])
    const broken = await tryExamples(shop, settings, step, compare)
    const next = writePlace({ ...START, examples: examples + step.length })
    return { tried: 0, changed: [], broken, triedMax, nextCursor: next }
  }

  const listed = await listAskedConversations(shop, conversation, CONVERSATIONS[how] + 1)
  const page = listed.slice(0, CONVERSATIONS[how])
  const changed: ChangedAnswer[] = []
  let tried = 0
  for (const { id } of page) {
    for (const { turn } of (await readPastQuestions(shop, id)).slice(0, Math.max(0, triedMax - questions - tried))) {
      tried++
      const both = await compare(turn)
      if (isOther(both.before, both.after, asksModel)) changed.push({ conversationId: id, asked: turn.asked, ...both })
    }
  }
  const last = listed.length > page.length && questions + tried < triedMax ? page.at(-1) : undefined
  const nextCursor = last ? writePlace({ examples, questions: questions + tried, conversation: last }) : null
  return { tried, changed, broken: [], triedMax, nextCursor }
}

const START: Place = { examples: 0, questions: 0, conversation: null }

function writePlace({ examples, questions, conversation }: Place): string {
  return encodeCursor([examples, questions, conversation?.lastActive?.getTime() ?? null, conversation?.id ?? ''])
}

/** Null for a cursor that `writePlace` did not make. */
function readPlace(cursor: string): Place | null {
  const parts = decodeCursor(cursor, ['number', 'number', 'time', 'string'])
  if (!parts) return null
  const [examples, questions, time, id] = parts as [number, number, number | null, string]
  if (examples < 0 || questions < 0) return null
  return {
    examples,
    questions,
    conversation: id === '' ? null : { id, lastActive: time === null ? null : new Date(time) },
  }
}

const NO_ORDERS = { find: () => Promise.reject(notFound('Order')) }

/** Whether customers would see a difference. A model words the same answer differently each time. */
function isOther(a: Decision, b: Decision, isModels: boolean): boolean {
  if (a.act !== b.act) return true
  if (a.act === 'hand_over' || b.act === 'hand_over') return false
  if (a.act === 'answer' && b.act === 'answer' && isModels) return sourcesOf(a) !== sourcesOf(b)
  return a.text !== b.text
}

const sourcesOf = (decision: Decision) =>
  decision.act === 'answer'
    ? decision.faqs
        .map(({ id }) => id)
        .sort()
        .join('\n')
    : ''

/** Examples that hold as things are, and would not with the change. */
async function tryExamples(
  shop: Shop,
  settings: object,
  examples: AiExample[],
  compare: (turn: Turn) => Promise<{ before: Decision; after: Decision }>,
): Promise<Trial['broken']> {
  const broken: Trial['broken'] = []
  for (const example of examples) {
    const both = await compare(askedAlone(shop, settings, example.question))
    if (holds(example, both.before) && !holds(example, both.after)) broken.push({ example, ...both })
  }
  return broken
}

/** Whether the AI agent does what an example says. */
function holds({ articleId }: Pick<AiExample, 'articleId'>, decision: Decision): boolean {
  if (articleId === null) return decision.act !== 'answer'
  return decision.act === 'answer' && decision.faqs.some(({ id }) => id === articleId)
}

/** A question without a conversation around it. */
function askedAlone(shop: Shop, settings: object, question: string): Turn {
  const context = { settings, locale: null, provenEmail: null, channel: 'online_store' }
  const lines = [{ senderType: 'customer' as const, text: question }]
  return buildTurn(shop, context, { lines, asked: [question], hasAskedBack: false, asker: null })
}
