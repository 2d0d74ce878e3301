import { currentTime } from '#base/clock.ts'
import { shorten } from '#base/text.ts'
import { notFound } from '#core/errors.ts'
import type { Shop } from '#database/database.ts'
import { readStory, type StoryLine } from '#storage/ai-agent/context.ts'
import { type ClaimedTurn, finishTurn } from '#storage/ai-agent/turns.ts'
import { saveSummary } from '#storage/conversations/context.ts'
import { lockConversation } from '#storage/conversations/conversations.ts'
import type { AnswerModel } from './model/model.ts'

/** Messages that a summary is made from: the first ones say what was asked, the last ones how it ended. */
const LINES_MAX = 200
/** A conversation with fewer that the customer can see needs none. */
const LINES_MIN = 2
const QUOTE_MAX = 240

/**
 * Makes a resolved conversation's summary for the team, and makes it again where more was said: in the model's words where
 * there is one, otherwise from our own (spec C10.9). If the customer's data is deleted in the meantime, nothing is stored.
 */
export async function summarise(shop: Shop, turn: ClaimedTurn, model: AnswerModel | undefined): Promise<void> {
  const now = currentTime() // before it is read: what is said from here on is not in it
  const { conversationId } = turn
  const story = await readStory(shop, conversationId, LINES_MAX)
  const isDue = story && !story.isRedacted && story.lines.length >= LINES_MIN
  const text = isDue ? await describe(shop, story.lines, model) : ''
  await shop.transaction(async (tx) => {
    const conversation = await lockConversation(tx, conversationId)
    const isOurs = await finishTurn(tx, turn)
    if (!isOurs || !isDue || !conversation || conversation.isRedacted) return
    const last = story.lines.findLast(({ senderType }) => senderType !== 'system') ?? story.lines.at(-1)
    const saidAt = new Date(last?.createdAt ?? 0)
    await saveSummary(tx, conversationId, { text, saidAt, now })
  })
}

/** Summarises for a member on request, and stores nothing. NOT_FOUND without a conversation. */
export async function describeConversation(
  shop: Shop,
  conversationId: string,
  model: AnswerModel | undefined,
): Promise<string> {
  const story = await readStory(shop, conversationId, LINES_MAX)
  if (!story) throw notFound('Conversation')
  return describe(shop, story.lines, story.isRedacted ? undefined : model)
}

async function describe(shop: Shop, story: StoryLine[], model: AnswerModel | undefined): Promise<string> {
  const lines = story.filter(({ senderType }) => senderType !== 'system')
  const byModel = lines.length >= LINES_MIN ? await model?.summarise(shop, lines) : null
  return byModel ?? describeOffline(lines)
}

/** What was asked, what it was about, who answered from what, and the last word. */
function describeOffline(lines: StoryLine[]): string {
  const asked = lines.find(({ senderType, text }) => senderType === 'customer' && text !== '')
  const topics = unique(lines.flatMap(({ topic }) => topic ?? []))
  const answering = lines.filter(({ senderType }) => senderType === 'agent' || senderType === 'bot')
  const names = unique(answering.map(({ senderName }) => senderName)).filter(Boolean)
  const articles = unique(lines.flatMap(({ articles }) => articles))
  const last = answering.at(-1)
  return [
    asked ? `The customer asked: “${shorten(asked.text, QUOTE_MAX)}”` : 'The customer sent no words.',
    topics.length > 0 ? `Topics: ${topics.join(', ')}.` : '',
    answering.length === 0 ? 'Nobody answered.' : names.length > 0 ? `Answered by ${names.join(', ')}.` : 'Answered.',
    articles.length > 0 ? `Articles used: ${articles.join('; ')}.` : '',
    last ? `Last answer: “${shorten(last.text, QUOTE_MAX)}”` : '',
  ]
    .filter(Boolean)
    .join('\n')
}

const unique = (values: string[]) => [...new Set(values)]
