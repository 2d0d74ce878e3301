import { currentTime } from '#base/clock.ts'
import { shorten } from '#base/text.ts'
import { notFound } from '#core/errors.ts'
import type { Shop } from '#database/database.ts'
import { readStory, type StoryLine } from '#storage/ai-agent/context.ts'
import { type ClaimedTurn, finishTurn } from '#storage/ai-agent/turns.ts'
import { saveSummary } from '#storage/conversations/context.ts'

/** Messages that a summary is made from: the first ones say what was asked, the last ones how it ended. */
const LINES_MAX = 200
/** A conversation with fewer needs none. */
const LINES_MIN = 2
const QUOTE_MAX = 240

/** Makes a resolved conversation's summary for the team, and makes it again where more was said (contract, section 10). */
export async function summarise(shop: Shop, turn: ClaimedTurn): Promise<void> {
  const story = await readStory(shop, turn.conversationId, LINES_MAX)
  const isDue = story && !story.isRedacted && story.lines.length >= LINES_MIN
  await shop.transaction(async (tx) => {
    if (isDue) {
      const saidAt = new Date(story.lines.at(-1)?.createdAt ?? 0)
      await saveSummary(tx, turn.conversationId, { text: describe(story.lines), saidAt, now: currentTime() })
    }
    await finishTurn(tx, turn, false)
  })
}

/** The same for a member who asks for it now, and stored nowhere. NOT_FOUND for no conversation. */
export async function describeConversation(shop: Shop, conversationId: string): Promise<string> {
  const story = await readStory(shop, conversationId, LINES_MAX)
  if (!story) throw notFound('Conversation')
  return describe(story.lines)
}

/** What was asked, what it was about, who answered from what, and the last word. */
function describe(lines: StoryLine[]): string {
  const asked = lines.find(({ senderType, text }) => senderType === 'customer' && text !== '')
  const topics = unique(lines.flatMap(({ topic }) => topic ?? []))
  const answering = lines.filter(({ senderType }) => senderType === 'agent' || senderType === 'bot')
  const names = unique(answering.map(({ senderName }) => senderName))
  const articles = unique(lines.flatMap(({ articles }) => articles))
  const last = answering.at(-1)
  return [
    asked ? `The customer asked: “${shorten(asked.text, QUOTE_MAX)}”` : 'The customer sent no words.',
    topics.length > 0 ? `Topics: ${topics.join(', ')}.` : '',
    names.length > 0 ? `Answered by ${names.join(', ')}.` : 'Nobody answered.',
    articles.length > 0 ? `Articles used: ${articles.join('; ')}.` : '',
    last ? `Last answer: “${shorten(last.text, QUOTE_MAX)}”` : '',
  ]
    .filter(Boolean)
    .join('\n')
}

const unique = (values: string[]) => [...new Set(values)]
