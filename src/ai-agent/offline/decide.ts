import type { Product } from '#core/commerce/platform.ts'
import type { Settings } from '#core/stores/settings.ts'
import { cardOf } from '../catalogue/cards.ts'
import { loadWordVectors } from '../retrieval/word-vectors.ts'
import type { Decision, HandOverReason, Trace, Turn } from '../turn.ts'
import { asksToHaveIt } from '../understanding/asks-to-have-it.ts'
import { findEmails } from '../understanding/extract-order-numbers.ts'
import {
  type Intent,
  isAfterSale,
  readIntent,
  topicOf,
  type Understanding,
  understand,
} from '../understanding/understand.ts'
import { passes, verify } from '../verify.ts'
import { advise, adviseInstead } from './advice/advise.ts'
import { answerAfterSale } from './after-sale.ts'
import { answerChosen, type FoundAnswer, findAnswer, tellArticle } from './articles.ts'
import { type Context, type OfflineParts, plainReply, type Reply } from './context.ts'
import { followGuidance } from './guidance/follow.ts'
import { guidedTurn } from './guidance/guided.ts'
import { tellOffers } from './offers.ts'
import { answerOrder, asksOfTold, isOrderAwaited, keysToldOf } from './orders.ts'
import { asksForOffers, findProducts, tellDiscounts, tellProducts, tellSizes, tellStock } from './products.ts'
import { saysTopic } from './store-topics.ts'
import { say } from './texts.ts'

/** Reads what a decision looks words up in. */
export const prepare = loadWordVectors

/** Settings of an answer; a store that has not set them gets these. */
interface AnswerSettings {
  minConfidence?: number
  handOffTopics?: string[]
}

/**
 * What the AI agent does about a turn without a model: answers from the store's articles, catalogue and orders, asks
 * back once when it is not sure, hands off when it still is not, and immediately for a person, anger, what no machine
 * answers, and the store's own topics. Nothing is written; what it looks up goes through `platform` and the store, and
 * `embeddings`, where there are any, tell which articles mean the same in other words.
 */
export async function decideOffline(turn: Turn, parts: OfflineParts): Promise<Decision> {
  const isAwaited = isOrderAwaited(turn.lines)
  const understanding = understand(turn, isAwaited)
  const isAnswer = isAwaited || isAfterSale(intentBefore(turn, understanding))
  const intent = isAnswer ? awaitedIntent(turn, understanding) : wantedIntent(turn, understanding)
  const trace: Trace = { language: understanding.language, intent, candidates: [], confidence: null, checks: [] }
  const context: Context = { ...parts, turn, understanding, trace, offers: [] }
  const decided = { language: understanding.language, topic: topicOf(intent), trace }
  const handOver = (reason: HandOverReason): Decision => ({ ...decided, act: 'hand_over', reason })

  const reason = reasonToHandOver(context, intent)
  if (reason) return handOver(reason)
  const guided = turn.isGuided ? null : await followGuidance(context, intent)
  if (guided) {
    const { followed: guidance, reply } = guided
    if (reply.act === 'as_usual') {
      const usual = await decideOffline(guidedTurn(turn, guidance), parts)
      return { ...usual, guidance, trace: { ...usual.trace, guidance: trace.guidance } }
    }
    if (reply.act === 'answer' && isSound(context, reply)) {
      const { text, faqs, products, customAction } = reply
      return { ...decided, guidance, act: 'answer', text, faqs, products, customAction }
    }
    return { ...handOver('guidance'), guidance: { ...guidance, run: null } }
  }
  const reply = (await answerChosen(context)) ?? (await replyTo(context, intent))
  if (reply?.act === 'hand_over') return handOver(reply.reason)
  if (reply?.act === 'answer' && isSound(context, reply)) {
    const { text, faqs, products, action, advised } = reply
    return { ...decided, act: 'answer', text, faqs, products, action, advised }
  }
  if (turn.hasAskedBack) return handOver('unsure')
  const isFinal = reply?.act === 'ask_back' && { isFinal: true as const }
  return { ...decided, act: 'ask_back', text: askBack(context), ...isFinal }
}

/** Offers the articles that may be meant, where there are any and their titles may be said. */
function askBack(context: Context): string {
  const { language } = context.understanding
  if (context.turn.asked.every((text) => text.trim() === '')) return say(language, 'askBack.files')
  const offers = tellOffers(context)
  return offers && isSound(context, offers) ? offers.text : say(language, 'askBack')
}

/** Words that tell little by themselves ask of the order that was just told. */
const OPEN: Intent[] = ['question', 'product', 'stock']
function wantedIntent(turn: Turn, understanding: Understanding): Intent {
  const { intent } = understanding
  return OPEN.includes(intent) && asksOfTold(turn, understanding) ? 'order_status' : intent
}

/** What the customer wanted with the message before those that are asked now. */
function intentBefore({ lines, asked }: Turn, { language }: Understanding): Intent {
  const said = lines.filter(({ senderType }) => senderType === 'customer')
  const before = said.at(-asked.length - 1)?.text ?? ''
  return readIntent([before], before, language)
}

/** After a question for the order, or a wish for something that needs one: what the customer wanted of it, unless they now want something else. */
function awaitedIntent(turn: Turn, { intent, keys, text, language }: Understanding): Intent {
  if (keys.length === 0 && findEmails(text).length === 0) return intent
  if (intent === 'order_status' || isAfterSale(intent) || intent === 'sensitive' || intent === 'asked_for_person')
    return intent
  if (intent === 'angry') return intent
  const earlier = turn.lines.filter(({ senderType }) => senderType === 'customer').toReversed()
  const wanted = earlier.map((line) => readIntent([line.text], line.text, language))
  return wanted.find((one) => one === 'order_status' || isAfterSale(one)) ?? 'order_status'
}

function reasonToHandOver({ turn, understanding }: Context, intent: Intent): HandOverReason | null {
  const { handOffTopics = [] }: Settings['ai'] & AnswerSettings = turn.settings.ai
  if (intent === 'sensitive') return 'sensitive'
  if (intent === 'asked_for_person') return 'asked_for'
  if (intent === 'angry') return 'angry'
  return handOffTopics.some((topic) => saysTopic(understanding, topic)) ? 'store_topic' : null
}

const ASKS_BACK: Reply = { act: 'ask_back' }

/** What to say; null when nothing is sure. */
async function replyTo(context: Context, intent: Intent): Promise<Reply | null> {
  const { language, keys } = context.understanding
  const { skills } = context.turn.settings.ai
  if (intent === 'greeting' || intent === 'thanks' || intent === 'goodbye' || intent === 'who') {
    return plainReply(say(language, intent))
  }
  const isOfTold = keysToldOf(context.turn).length > 0 && !asksHow(context)
  const isOfOrder = keys.length > 0 || isOrderAwaited(context.turn.lines) || isOfTold
  if (isAfterSale(intent)) {
    if (skills.afterSale && isOfOrder && !asksAbout(context, intent)) return answerAfterSale(context, intent)
    return (await replyFromArticles(context)) ?? (skills.afterSale ? answerAfterSale(context, intent) : null)
  }
  const isNumber = intent === 'question' && isOrderNumber(context)
  if (skills.orderTracking && (isNumber || (intent === 'order_status' && !asksHow(context))))
    return answerOrder(context)
  if (intent === 'order_status') {
    return (await replyFromArticles(context)) ?? (skills.orderTracking ? answerOrder(context) : null)
  }
  return replyFromStore(context, intent)
}

/** Words of a message that may stand around an order's number when nothing else tells what it is about. */
const AROUND_NUMBER = 8

/** Whether what is asked is an order's number and little else: with a #, beside an address, or as shops write them. */
function isOrderNumber({ understanding: { keys, text } }: Context): boolean {
  if (keys.some((key) => key.startsWith('#'))) return true
  if (keys.length > 0 && findEmails(text).length > 0) return true
  const isShort = text.split(/\s+/).length <= AROUND_NUMBER
  return isShort && keys.some((key) => /^(?:[A-Za-z]{1,6}-?\d{4,}|\d{9,})$/.test(key))
}

/** "How long does a refund take? Mine is 1042" asks for what an article may tell, although it names an order. */
function asksAbout({ understanding: { text, language } }: Context, intent: Intent): boolean {
  return (intent === 'cancel' || intent === 'refund' || intent === 'return') && !asksToHaveIt(text, intent, language)
}

/** "How can I track my order?" asks for the way, which an article may tell. */
function asksHow({ understanding }: Context): boolean {
  return (
    understanding.keys.length === 0 &&
    /^\W{0,40}(?:\p{L}{1,30}[,!.]{0,3} )?(?:how|wie|cómo|como|comment|come|hoe|كيف)(?!\p{L})|どうやって|方法|どうすれば/iu.test(
      understanding.text,
    )
  )
}

async function replyFromArticles(context: Context): Promise<Reply | null> {
  const found = await findAnswer(context, { near: [], named: null })
  if (found?.isOneOfSeveral) return ASKS_BACK
  return found && isSure(context, found) ? tellArticle(found.best, context) : null
}

function isSure({ turn }: Context, { best }: FoundAnswer): boolean {
  const { minConfidence = 0.5 }: Settings['ai'] & AnswerSettings = turn.settings.ai
  return best.confidence >= minConfidence
}

/** Replies from articles, otherwise from the catalogue, as far as the store has that turned on. */
async function replyFromStore(context: Context, intent: Intent): Promise<Reply | null> {
  const { training, skills } = context.turn.settings.ai
  const { named, isNamedBefore, isOfVariant, told, near, fitting } = await findProducts(context)
  if (named && training.products && (intent === 'stock' || (isOfVariant && intent !== 'product')))
    return named.available ? tellStock(context, named) : adviseInstead(context, named)
  // "How much is it?" is asked of the goods that were just named.
  if (named && isNamedBefore && training.products && intent === 'product') return tellProducts(context, [named])
  const found = await findAnswer(context, { near, named })
  // "Do you have tents?" is answered by the tents, and "any codes?" by the offers, not by an article about one of them.
  const isWish = intent === 'product' && !named && fitting.length > 0 && training.products && found?.isOnProduct
  const isOffers = intent === 'discount' && training.discounts && asksForOffers(context)
  if (found?.isOneOfSeveral && !isWish && !isOffers) return ASKS_BACK
  if (found && !isWish && !isOffers && isSure(context, found))
    return withCard(tellArticle(found.best, context), training.products ? named : null)
  const ofTold = told && (await findAnswer(context, { near: [told], named: told }))
  if (ofTold?.isOnProduct && isSure(context, ofTold))
    return withCard(tellArticle(ofTold.best, context), training.products ? told : null)
  const advice = await advise(context, fitting)
  if (advice) return advice
  if (intent === 'size' && skills.sizeGuide) {
    const sizes = named && (await tellSizes(context, named))
    if (sizes) return sizes
    if (!named) return plainReply(say(context.understanding.language, 'size.ask'))
  }
  if (intent === 'discount' && training.discounts) return tellDiscounts(context)
  if (!training.products) return null
  if (intent === 'stock' && fitting[0]) return tellProducts(context, fitting)
  if (intent !== 'product' && intent !== 'size') return null
  if (named) return tellProducts(context, [named])
  return fitting.length > 0 ? tellProducts(context, fitting) : null
}

function withCard(reply: Reply, product: Product | null): Reply {
  if (reply.act !== 'answer' || !product) return reply
  return { ...reply, products: [cardOf(product)], evidence: [...reply.evidence, JSON.stringify(product)] }
}

/** Whether what would be said holds against its sources; the trace tells what did not. */
function isSound(
  { turn, understanding, trace }: Context,
  { text, evidence }: { text: string; evidence: string[] },
): boolean {
  const checks = verify({ text, language: understanding.language, evidence, asked: turn.asked })
  trace.checks.push(...checks.map(({ name, fault }) => (fault === null ? `${name}: well` : `${name}: ${fault}`)))
  return passes(checks)
}
