import { firstNormalised } from '#base/text.ts'
import { completeSettings } from '#core/stores/settings.ts'
import type { Shop } from '#database/database.ts'
import { readTurnContext, type SpokenRow, type TurnContext } from '#storage/ai-agent/context.ts'
import type { ClaimedTurn, GuidanceRun } from '#storage/ai-agent/turns.ts'
import type { DecidedTurn, HandOverReason, Turn, TurnLine } from './turn.ts'

/** Messages of a conversation that are read. */
const LINES_MAX = 60
/**
 * How much of their text is read, in UTF-16 units after normalising (NFKD), newest first: of what is asked, and of what was
 * said before. Questions are short, and what is read goes through patterns on the thread that serves all stores.
 */
const ASKED_MAX = 4_000
const EARLIER_MAX = 16_000

/** A turn that is to be decided, or the reason why there is nothing to decide. */
export type Opened =
  /** Nobody waits for the AI agent: a person has the conversation. */
  | { kind: 'nothing' }
  /** A rule of the store requires a handoff, whatever was asked. */
  | ({ kind: 'hand_over'; reason: HandOverReason } & Known)
  | ({ kind: 'turn'; turn: Turn } & Known)

type Known = Omit<DecidedTurn, 'decision'> & { locale: string | null }

/** Reads what a claimed turn is about, and applies the rules that need no reading of words (spec C10.1, C10.2). */
export async function readTurn(shop: Shop, { conversationId, askedBack, guidanceRun }: ClaimedTurn): Promise<Opened> {
  const context = await readTurnContext(shop, conversationId, LINES_MAX)
  if (!context?.isChatBot) return { kind: 'nothing' }
  const { spoken, channel, locale, hasSpoken } = context
  const settings = completeSettings(context.settings)
  const { ai } = settings
  const asked = unanswered(saidIn(context))
  if (asked.length === 0) return { kind: 'nothing' }
  const askedPosition = String(asked.at(-1)?.position)
  const known = { settings, locale, hasSpoken, askedPosition, asked: asked.map(({ text }) => text) }
  // Members try it before they turn it on.
  if (!context.isPlayground && !(ai.enabled && ai.channels.some((one) => one === channel))) {
    return { kind: 'hand_over', reason: 'switched_off', ...known }
  }
  // What it does not answer it does not keep.
  if (!context.isInstalled || context.isClosed) return { kind: 'hand_over', reason: 'kept_out', ...known }
  const lines = sinceTransfer(spoken, asked)
  if (context.botLines >= ai.maxTurns) {
    return { kind: 'hand_over', reason: 'turns', ...known }
  }
  const { contactId, visitorId, visitorIp: ipAddress, isPlayground } = context
  const asker = isPlayground ? null : { id: visitorId ?? contactId ?? conversationId, ipAddress }
  const turn = buildTurn(shop, context, { lines, asked: known.asked, hasAskedBack: askedBack, asker })
  const run = guidanceRun && isAnswered(spoken, guidanceRun) ? guidanceRun : undefined
  return { kind: 'turn', turn: { ...turn, guidanceRun: run, isPlayground }, ...known }
}

/** Whether the customer's messages follow a question of guidance, and nobody else said anything since. */
function isAnswered(spoken: readonly SpokenRow[], { position }: GuidanceRun): boolean {
  const since = spoken.filter((line) => line.position > Number(position) && !line.isOutcome)
  const others = since.filter(({ senderType }) => senderType !== 'customer')
  return since[0]?.senderType === 'bot' && others.length === 1
}

/** A turn on what was read of its conversation. */
export function buildTurn(
  shop: Shop,
  context: Pick<TurnContext, 'settings' | 'locale' | 'provenEmail' | 'channel'> &
    Partial<Pick<TurnContext, 'conversationId' | 'contactId'>>,
  { lines, asked, hasAskedBack, asker }: Pick<Turn, 'lines' | 'asked' | 'hasAskedBack' | 'asker'>,
): Turn {
  const { settings, locale, provenEmail, channel, conversationId: id, contactId = null } = context
  const earlier = withinLimit(lines.slice(0, -asked.length), EARLIER_MAX)
  const last = withinLimit(lines.slice(-asked.length), ASKED_MAX)
  return {
    caller: { shop, actor: { kind: 'ai_agent' } },
    settings: completeSettings(settings),
    lines: [...earlier, ...last],
    asked: last.map(({ text }) => text),
    locale,
    provenEmails: provenEmail === null ? [] : [provenEmail],
    conversation: id === undefined ? undefined : { id, contactId },
    channel,
    hasCards: channel === 'online_store',
    hasAskedBack,
    asker,
  }
}

/** The newest lines, oldest first, whose texts have up to `max` units together; the oldest of them may be cut. */
function withinLimit(lines: readonly TurnLine[], max: number): TurnLine[] {
  let left = max
  const read = lines.toReversed().flatMap(({ senderType, text }): TurnLine[] => {
    const start = firstNormalised(text, left)
    left -= start.normalize('NFKD').length
    // A message that only has files has no text, and stays.
    return start === '' && text !== '' ? [] : [{ senderType, text: start }]
  })
  return read.toReversed()
}

/** What people and the AI agent said: no transfer lines, none of the system's. */
export function saidIn({ spoken }: TurnContext): SpokenRow[] {
  return spoken.filter(({ isTransfer, senderType }) => !isTransfer && senderType !== 'system')
}

/** The customer's messages without an answer. A transfer does not answer: giving back includes the open question. */
function unanswered(said: SpokenRow[]): SpokenRow[] {
  const answered = said.findLastIndex(({ senderType, isOutcome }) => senderType !== 'customer' && !isOutcome)
  return said.slice(answered + 1).filter(({ senderType }) => senderType === 'customer')
}

/** Messages since the AI agent last took over: older ones would be answered, and handed off, once more. */
function sinceTransfer(spoken: SpokenRow[], asked: SpokenRow[]): SpokenRow[] {
  const transfer = spoken.findLastIndex(({ isTransfer }) => isTransfer)
  const since = spoken.slice(transfer + 1).filter((line) => !asked.includes(line))
  const member = since.findLastIndex(({ senderType }) => senderType === 'agent')
  return [...since.slice(member + 1), ...asked]
}
