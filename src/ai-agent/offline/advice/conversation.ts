import { normalizeText } from '../../understanding/normalize-text.ts'
import type { Context } from '../context.ts'
import { countSaid } from '../texts.ts'
import { asksToCompare } from './compare.ts'
import { addToWish, emptyWish, isEmpty, readWish, type Wish } from './wish.ts'

/** What the messages to answer ask of the catalogue, after what was said before. */
export interface Request {
  /** The wishes of the conversation together. */
  wish: Wish
  /** Whether they wish for something, beyond naming a thing. */
  isWish: boolean
  /** Whether the AI agent's last line was advice, a question that narrows the choice, or that nothing fits. */
  isFollowUp: boolean
  isNarrowed: boolean
  isAfterNone: boolean
  /** Whether this wish was narrowed before: once is enough, until another kind of thing is wished for. */
  wasNarrowed: boolean
}

/** Lines of ours that are advice: wishes before them count on. */
const ADVICE = ['advice.list', 'advice.none', 'advice.narrow', 'advice.instead', 'advice.compare'] as const

/** Reads a request; null where the messages ask nothing of the catalogue. */
export function readRequest(context: Context): Request | null {
  const { turn, understanding } = context
  const { text, language, intent } = understanding
  const earlier = turn.lines.slice(0, -turn.asked.length)
  const last = earlier.findLast(({ senderType }) => senderType === 'bot')?.text ?? ''
  const isFollowUp = countSaid([last], ADVICE) > 0
  const isNarrowed = countSaid([last], ['advice.narrow']) > 0
  const read = readWish(text, language)
  // After advice, words that no list has name no other thing, unless the customer looks for one.
  const more =
    isFollowUp && intent !== 'product' ? { ...read, unknownKinds: new Set<string>(), stems: new Set<string>() } : read
  const isWish =
    (intent === 'product' || isFollowUp || (isBare(more) && !ASKS.test(normalizeText(text)))) &&
    (!isEmpty(more) || isNarrowed)
  if (!isWish && !asksToCompare(text)) return null
  const before = wishBefore(context)
  const wish = addToWish(before, more)
  const isSameKind = wish.kinds.size === 0 || [...wish.kinds].some((kind) => before.kinds.has(kind))
  const said = earlier.map((line) => line.text)
  return {
    wish,
    isWish,
    isFollowUp,
    isNarrowed,
    isAfterNone: countSaid([last], ['advice.none']) > 0,
    wasNarrowed: isSameKind && countSaid(said, ['advice.narrow']) > 0,
  }
}

/** Whether a message is a wish and nothing else: "waterproof jacket in size M". */
function isBare({ kinds, wanted, unknownKinds, stems, sizes, free }: Wish): boolean {
  return kinds.size + wanted.size + sizes.size + free.size > 0 && unknownKinds.size + stems.size === 0
}

/** How questions begin that ask something of a thing: "can tents be repaired?" */
const ASKS =
  /^(?:do|does|did|is|are|can|could|how|why|when|where|will|kann|kannst|konnt|konnen|ist|sind|wie|wann|warum|wo|puedo|pueden|como|cuando|donde|es|son|peut|puis|pouvez|comment|quand|ou|posso|si puo|quando|dove|e|kan|kunnen|hoe|wanneer|waar|zijn|onde|هل|كيف|متي|اين) /

/** What the customer wished for before: what they wrote before each advice of ours. */
function wishBefore({ turn, understanding }: Context): Wish {
  let wish = emptyWish()
  let said: string[] = []
  for (const { senderType, text } of turn.lines.slice(0, -turn.asked.length)) {
    if (senderType === 'customer') said.push(text)
    else if (senderType === 'bot') {
      if (said.length > 0 && countSaid([text], ADVICE) > 0)
        wish = addToWish(wish, readWish(said.join('\n'), understanding.language))
      said = []
    }
  }
  return wish
}
