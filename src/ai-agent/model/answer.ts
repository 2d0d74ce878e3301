import type { ModelMessage } from 'ai'
import { hostsOf, linkedHosts } from '#core/ai-agent/foreign-links.ts'
import type { Platform, Product } from '#core/commerce/platform.ts'
import type { CustomAction } from '#core/custom-actions/action.ts'
import { getArticles } from '#core/knowledge/answers.ts'
import { cardOf } from '../catalogue/cards.ts'
import { type CatalogueEntry, readEntries } from '../catalogue/entry.ts'
import { lineOf, SHOWN_MAX } from '../catalogue/product-line.ts'
import { unstated } from '../catalogue/stated.ts'
import {
  type Decision,
  type FollowedGuidance,
  type Language,
  type PrepareOrderAction,
  TOPICS,
  type Trace,
  type Turn,
} from '../turn.ts'
import { passes, verify } from '../verify.ts'
import { ask } from './ask.ts'
import type { ModelRun } from './call.ts'
import { CustomActionTools, type RunCustomAction } from './custom-action-tools.ts'
import { Drafts } from './drafts.ts'
import { OrderActionTool } from './order-action-tool.ts'
import { guard } from './output-guard.ts'
import { guidancePrompt, type ModelReply, readReply, systemPrompt, turnDocument } from './prompt.ts'
import { Sources } from './sources.ts'
import { addArticle, toolsFor } from './tools.ts'

/** Articles that the model gets without asking: those that come nearest offline. */
const ARTICLES_GIVEN = 5
/** Attempts: the second one gets the errors of the first. */
const TRIES = 2

/** What a model may look up, and have done. */
export interface ModelTools {
  platform: Platform
  /** Undefined where the store has no order actions prepared. */
  prepareOrderAction: PrepareOrderAction | undefined
  /** The store's own actions that it may use, and what uses them. */
  actions: CustomAction[]
  runAction: RunCustomAction
}

interface AskedTurn {
  turn: Turn
  parts: ModelTools
  offline: Decision
  /** Called with what may already be shown of an answer, each time all of it; with nothing when it does not stand. */
  onDraft: ((text: string) => void) | undefined
}

/**
 * What a model says to a turn, checked: it rests on records that were gathered this turn, and every number, price, date,
 * code and link stands in them. Null where it says nothing that holds. Throws when the provider fails or takes too long.
 */
export async function answerWithModel(
  run: ModelRun,
  { turn, parts, offline, onDraft }: AskedTurn,
): Promise<Decision | null> {
  const { language } = offline
  const { platform } = parts
  const sources = new Sources()
  const nearest = offline.trace.candidates.slice(0, ARTICLES_GIVEN).map(({ id }) => id)
  const reader = { baseUrl: platform.baseUrl, locale: language }
  const records = (await getArticles(turn.caller, nearest, reader)).map((article) => addArticle(sources, article))
  const advised = offline.act === 'answer' ? (offline.advised ?? []) : []
  for (const product of advised)
    records.push(sources.add(productSource(product), product, { product: cardOf(product) }))
  const { guidance } = offline
  // The model may state it, because the store says it.
  const guided = guidance ? guidancePrompt(guidance) : null
  if (guided) sources.add(guided.sourceId, { guidance: guidance?.instruction?.answer })
  const messages: ModelMessage[] = [{ role: 'user', content: turnDocument(turn, language, records) }]
  const judged: Judged = {
    turn,
    language,
    sources,
    advised: await readEntries(advised, new Map()),
    prompt: systemPrompt(turn.settings),
    guidance: guidance?.instruction ?? null,
    trace: { ...offline.trace, checks: [] },
  }
  const orders = new OrderActionTool(turn, parts.prepareOrderAction)
  const own = new CustomActionTools(turn, { actions: parts.actions, run: parts.runAction, sources, language })
  const tools = { ...toolsFor(turn, { platform, language, sources }), ...orders.tools, ...own.tools }
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const drafts = onDraft && new Drafts((draft) => faultOf(draft, untraced(judged)) === null, onDraft)
    const asked = { run, system: guided ? `${judged.prompt}\n\n${guided.text}` : judged.prompt, messages, tools }
    const reply = readReply(
      await ask(
        asked,
        drafts &&
          (async (text) => {
            if (!orders.reply && !own.reply) await drafts.take(text)
          }),
      ),
    )
    const prepared = orders.reply ?? own.reply
    if (prepared) {
      const trace = { ...judged.trace, checks: [...judged.trace.checks, 'action: by the model'] }
      return { ...prepared, language, topic: offline.topic, trace, act: 'answer' }
    }
    const fault = reply ? faultOf(reply, judged) : 'End with one call of reply.'
    if (reply && fault === null) return toDecision(reply, judged)
    drafts?.discard()
    judged.trace.checks.push(`try ${attempt}: refused`)
    messages.push({ role: 'user', content: JSON.stringify({ refused: fault, now: 'Call reply again, corrected.' }) })
  }
  return null
}

interface Judged {
  turn: Turn
  language: Language
  sources: Sources
  /** Products that the catalogue has for the customer's wish; none where it is not advice. */
  advised: CatalogueEntry[]
  /** The model's instructions, and those of the guidance that matches. */
  prompt: string
  guidance: FollowedGuidance['instruction']
  trace: Trace
}

const untraced = (judged: Judged): Judged => ({ ...judged, trace: { ...judged.trace, checks: [] } })

/** Why a reply may not be said; null where it may. */
function faultOf(
  reply: ModelReply,
  { turn, language, sources, advised, prompt, guidance, trace }: Judged,
): string | null {
  if (reply.action === 'hand_over') return null
  const unknown = reply.sourceIds.filter((id) => !sources.has(id))
  if (unknown.length > 0) return `These sourceIds are none that you were given: ${unknown.slice(0, 5).join(', ')}`
  if (reply.action === 'answer' && reply.sourceIds.length === 0)
    return 'An answer needs the sourceIds that it rests on.'
  const evidence = sources.textsOf(reply.sourceIds)
  const checks = verify({ text: reply.text, language, evidence, asked: turn.asked })
  trace.checks.push(...checks.map(({ name, fault }) => (fault === null ? `${name}: well` : `${name}: refused`)))
  if (!passes(checks)) return checks.flatMap(({ fault }) => fault ?? []).join('; ')
  const unfounded = adviceFault(reply, { language, advised })
  if (unfounded !== null) {
    trace.checks.push('advice: refused')
    return unfounded
  }
  const ownSites = turn.settings.allowedOrigins.map((url) => ({ url }))
  const hosts = new Set([...hostsOf([...sources.records, ...ownSites]), ...linkedHosts(guidance?.answer ?? '')])
  const guarded = guard(reply.text, { prompt: `${prompt}\n${guidance?.handOff ?? ''}`, hosts })
  trace.checks.push(`guard: ${guarded === null ? 'well' : 'refused'}`)
  return guarded
}

const productSource = ({ id }: Pick<Product, 'id'>) => `product:${id}`

/** Why advice may not be given in these words; null where it may: of the products found alone, and only what they state. */
function adviceFault(
  { action, text, sourceIds }: ModelReply,
  { language, advised }: Pick<Judged, 'language' | 'advised'>,
) {
  if (action !== 'answer' || advised.length === 0) return null
  const known = new Set(advised.flatMap(({ product }) => [product.id, productSource(product)]))
  const others = sourceIds.filter((id) => id.startsWith('product:') && !known.has(id))
  if (others.length > 0) return `Advise only on the products given, not on ${others.slice(0, 5).join(', ')}.`
  const chosen = advised.filter(({ product }) =>
    sourceIds.some((id) => id === product.id || id === productSource(product)),
  )
  const claims = unstated(text, language, chosen)
  return claims.length > 0 ? `The products do not state this: ${claims.join(', ')}.` : null
}

function toDecision(reply: ModelReply, { turn, language, sources, advised, trace }: Judged): Decision {
  const topic = TOPICS.find((one) => one === reply.topic) ?? null
  const decided = { language, topic, trace: { ...trace, checks: [...trace.checks, 'by the model'] } }
  if (reply.action === 'hand_over') return { ...decided, act: 'hand_over', reason: 'unsure' }
  if (reply.action === 'answer') {
    const { sourceIds } = reply
    const chosen = advised.filter(({ product }) => sourceIds.includes(productSource(product)))
    // What has no cards says title, price and address in words.
    const lines = turn.hasCards ? [] : chosen.map(({ product }) => lineOf(turn, product, null))
    const text = [reply.text, ...lines].join('\n')
    return {
      ...decided,
      act: 'answer',
      text,
      faqs: sources.articlesOf(sourceIds),
      products: sources.productsOf(sourceIds).slice(0, SHOWN_MAX),
    }
  }
  return turn.hasAskedBack
    ? { ...decided, act: 'hand_over', reason: 'unsure' }
    : { ...decided, act: 'ask_back', text: reply.text }
}
