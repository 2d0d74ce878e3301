import type { Caller } from '#core/caller.ts'
import type { Product } from '#core/commerce/platform.ts'
import type { AgentRunResult, PreparedRun } from '#core/custom-actions/agent-runs.ts'
import { LANGUAGES, type Language } from '#core/languages.ts'
import type { PreparedOrderAction, WantedOrderAction } from '#core/order-actions/prepare.ts'
import type { Settings } from '#core/stores/settings.ts'
import type { OrderAsker } from '#core/visitors/order-lookups.ts'
import type { GuidanceRun } from '#storage/ai-agent/turns.ts'

/** Languages in which the AI agent answers: those of the widget. */
export { LANGUAGES, type Language }

/** What a customer's message can be about: each message that the AI agent reads gets one, or none. */
export const TOPICS = [
  'orders',
  'shipping',
  'returns',
  'refunds',
  'payment',
  'discounts',
  'products',
  'sizes',
  'stock',
  'account',
  'complaint',
  'contact',
] as const
export type Topic = (typeof TOPICS)[number]

/** A message of the conversation since the AI agent took over, without notes and deleted messages. */
export interface TurnLine {
  senderType: 'customer' | 'agent' | 'bot' | 'system'
  text: string
}

/** What the AI agent is to answer now. */
export interface Turn {
  /** The store; the actor is the AI agent. */
  caller: Caller
  settings: Settings
  /** Oldest first; the last ones are those in `asked`. */
  lines: TurnLine[]
  /** The customer's messages that nobody has answered, oldest first: one or more. */
  asked: string[]
  /** BCP 47, of the customer's browser; null where that is not known. */
  locale: string | null
  /** Addresses that are known to be the customer's: they signed in at the shop, which vouched for them. */
  provenEmails: string[]
  /** For whom orders are looked up, as limits count them; null where a member of the store tries the AI agent out. */
  asker: OrderAsker | null
  /** What the service fills into own actions; undefined where there is no conversation. */
  conversation?: { id: string; contactId: string | null } | undefined
  /** The conversation's channel, as a store's settings name it. */
  channel: string
  /** What guidance asks of the customer, where that still holds. */
  guidanceRun?: GuidanceRun | undefined
  /** Whether an admin tries it out in the playground, where guidance that is off is followed, too. */
  isPlayground?: boolean
  /** Whether guidance was looked at, and what follows is answered as usual. */
  isGuided?: boolean
  /** Whether the customer's channel shows products as cards; on others the text says all. */
  hasCards: boolean
  /** Whether the AI agent's last line was a question back because it was not sure. */
  hasAskedBack: boolean
  /** An article that the store does not have like this yet: what it would change is tried. */
  proposed?: ProposedArticle | undefined
}

/** An article as it would be after a change. */
export interface ProposedArticle {
  /** The id of the article that it replaces; a new article has a new id. */
  id: string
  /** Null: it would be deleted, a draft or private, and told by nobody. */
  article: { id: string; question: string; answer: string; url: string | null } | null
  /** The product that it is on; null: it is on the whole store. */
  productId: string | null
}

/** Why a person is to answer. */
export type HandOverReason =
  | 'asked_for' // the customer wants a person
  | 'unsure' // not sure twice in a row
  | 'sensitive' // harm, law, threats, card numbers: never a machine's
  | 'angry'
  | 'store_topic' // one of the store's own (ai.handOffTopics)
  | 'after_sale' // allowed, and a person does it
  | 'order_not_found' // three times
  | 'guidance' // the store's own says so
  | 'turns' // as many as the store allows
  | 'switched_off'
  | 'kept_out' // the customer is blocked or forgotten, or the store has left
  | 'failed'

/** An article that an answer rests on. */
export interface ArticleSource {
  id: string
  question: string
  url: string | null
}

/** Steps on the way to a decision, for admins who try the AI agent: ids and scores, no texts of customers. */
export interface Trace {
  language: Language
  /** What the message was understood as, such as `order_status`. */
  intent: string
  candidates: { id: string; title: string; score: number }[]
  /** 0 to 1: how sure the answer is; null where nothing was measured. */
  confidence: number | null
  /** What was checked, and how it went. */
  checks: string[]
  /** Guidance that was followed, last, and what came near before it; absent where nothing did. */
  guidance?: GuidanceTrace[]
}

/** Guidance beside a message. `conditions` and `did` are empty where its situation was not recognised. */
export interface GuidanceTrace {
  id: string
  name: string
  /** False only in the playground: it is off for customers. */
  isOn: boolean
  /** What the situation was recognised by: `answer` to its question, `every` message; null: it was not. */
  by: 'phrase' | 'intent' | 'every' | 'answer' | null
  /** 0 to 1: how alike the message is to its phrases; null where they were not compared. */
  score: number | null
  conditions: { about: string; name: string | null; not: boolean; values: string[]; isMet: boolean }[]
  isFollowed: boolean
  /** What it did, in words, one after the other; answers of customers are not told. */
  did: string[]
}

/** Guidance that a decision follows, and what the commit does for it. */
export interface FollowedGuidance {
  id: string
  name: string
  /** Answers to its questions, by their names. */
  values: Record<string, string>
  /** The message that it matched. */
  begunWith: string
  /** What it asks the customer; null: nothing. */
  run: Omit<GuidanceRun, 'position'> | null
  tags: string[]
  /** A handoff's team, its note, and what the customer hears instead of the store's text; null: nothing of its own. */
  teamId: string | null
  note: string
  farewell: string | null
  /** For a model that answers, and when that is to hand off; null: what is said is the guidance's own. */
  instruction: { answer: string; handOff: string } | null
}

/** An action with an order that an answer announces, and the customer's words that asked for it. */
export interface ChosenOrderAction extends PreparedOrderAction {
  reason: string
}

/** An answer of our own, with the action with an order that it announces. */
export interface OrderActionAnswer {
  text: string
  faqs: ArticleSource[]
  products: object[]
  action?: ChosenOrderAction
}

/** Prepares an action with the order that the customer means and has proven to be theirs; null where that is not possible. */
export type PrepareOrderAction = (
  wanted: Pick<WantedOrderAction, 'kind' | 'address'>,
) => Promise<OrderActionAnswer | null>

/**
 * What came of an own action that a turn used. `said`: words for the customer in place of an answer, such as a question for
 * their order; null where a person is to answer.
 */
export type TurnAction =
  | AgentRunResult
  | { kind: 'said'; answer: Pick<OrderActionAnswer, 'text' | 'faqs' | 'products'> | null }

interface Decided {
  language: Language
  topic: Topic | null
  trace: Trace
  guidance?: FollowedGuidance | undefined
}

/** Offline answers as sure as this need no provider. */
export const SURE = 0.9

/** What the AI agent does about a turn. */
export type Decision = Decided &
  /** `advised`: the products that it advises, best first, where it is advice; a model may advise of no others. */
  (
    | {
        act: 'answer'
        text: string
        faqs: ArticleSource[]
        products: object[]
        action?: ChosenOrderAction | undefined
        /** A run of an own action that the answer announces. */
        customAction?: PreparedRun | undefined
        advised?: Product[] | undefined
      }
    /** Not sure: asks back once, and claims nothing. `isFinal`: only the customer knows better, and no model. */
    | { act: 'ask_back'; text: string; isFinal?: true }
    | { act: 'hand_over'; reason: HandOverReason }
  )

/** A decision with what it was made of. */
export interface DecidedTurn {
  settings: Settings
  decision: Decision
  asked: string[]
  /** Position of the newest of them. */
  askedPosition: string
  /** Whether the AI agent has said something in this conversation before. */
  hasSpoken: boolean
}
