import type { ActiveGuidance } from '#core/guidance/guidance.ts'
import { getArticles } from '#core/knowledge/answers.ts'
import { GUIDANCE_MAX } from '#core/limits.ts'
import { languageOf } from '../../retrieval/prepare.ts'
import type { FollowedGuidance, GuidanceTrace } from '../../turn.ts'
import { tellArticle } from '../articles.ts'
import { type Context, plainReply } from '../context.ts'
import { say } from '../texts.ts'
import { runAction } from './act.ts'
import { type ActionReply, followedBy, type Guided, handedOff } from './guided.ts'
import { wordsIn } from './words.ts'

/** Does what guidance says, once nothing is left to ask. Nothing is written here: the commit tags and hands off. */
export async function takeSteps(
  context: Context,
  guidance: ActiveGuidance,
  {
    traced,
    asked,
    ...begun
  }: Pick<FollowedGuidance, 'values' | 'begunWith'> & { traced: GuidanceTrace; asked: number },
): Promise<Guided> {
  const { language } = context.understanding
  const followed = followedBy(guidance, begun)
  const reply: ActionReply = plainReply('')
  let handsOff = false
  let isAsUsual = false
  for (const step of guidance.steps) {
    const { do: act, text, articleId, instruction, tags } = step
    if (act === 'say' && text) {
      const words = wordsIn(text, language, { written: guidance.language, values: begun.values })
      // Questions have told the customer of the other language before.
      const isNews = words.isForeign && guidance.questions.length === 0
      reply.evidence.push(words.text)
      add(reply, isNews ? `${say(language, 'guidance.foreign')}\n\n${words.text}` : words.text)
      traced.did.push('says its text')
    } else if (act === 'article' && articleId !== undefined) {
      const told = await tell(context, articleId)
      if (told) {
        add(reply, told.text)
        reply.evidence.push(...told.evidence)
        reply.faqs.push(...told.faqs)
      }
      traced.did.push(told ? 'gives its article' : 'has an article that customers cannot read')
    } else if (act === 'action') {
      const acted = await runAction(context, guidance, step, begun.values)
      if (acted.kind === 'told') {
        add(reply, acted.reply.text)
        reply.evidence.push(...acted.reply.evidence)
        if (acted.reply.customAction) reply.customAction = acted.reply.customAction
        traced.did.push(acted.reply.customAction ? 'prepares its action' : 'runs its action')
      } else if (acted.kind === 'asks' && asked < GUIDANCE_MAX.asked) {
        traced.did.push('asks what its action needs of the order')
        const run = { guidanceId: guidance.id, question: '', asked: asked + 1, ...begun }
        return { followed: { ...followed, run }, reply: acted.reply }
      } else {
        const because = acted.kind === 'failed' ? acted.because : 'The order was not proven.'
        traced.did.push(`its action did not run: ${because}`)
        // Nobody waits for a team in a trial.
        if (context.turn.asker === null) continue
        const note = [followed.note, because].filter(Boolean).join('\n')
        return handedOff(guidance, begun, { tags: followed.tags, note })
      }
    } else if (act === 'tag' && tags) {
      followed.tags.push(...tags)
      traced.did.push(`tags: ${tags.join(', ')}`)
    } else if (act === 'answer' && instruction !== undefined) {
      followed.instruction = { answer: instruction.trim(), handOff: guidance.handOff.instruction.trim() }
      isAsUsual = true
      traced.did.push('answers as usual; a model has its instruction')
    } else if (act === 'hand_off') handsOff = true
  }
  if (!handsOff && repeatsItself(context, reply.text)) {
    traced.did.push('hands off: it has just said this')
    return handedOff(guidance, begun, { tags: followed.tags })
  }
  if (handsOff) {
    traced.did.push('hands off')
    return handedOff(guidance, begun, { tags: followed.tags, farewell: reply.text || null })
  }
  if (isAsUsual || reply.text === '') return { followed, reply: { act: 'as_usual' } }
  return { followed, reply }
}

function add(reply: { text: string }, text: string): void {
  reply.text = [reply.text, text].filter(Boolean).join('\n\n')
}

async function tell(context: Context, id: string) {
  const { platform, understanding, turn } = context
  const reader = { baseUrl: platform.baseUrl, locale: understanding.language }
  const [article] = await getArticles(turn.caller, [id], reader)
  const told = article && tellArticle({ article, language: languageOf(article) }, context)
  return told?.act === 'answer' ? told : undefined
}

/** Whether the last message said this: it did not help then. */
function repeatsItself({ turn }: Context, text: string): boolean {
  const last = turn.lines.findLast(({ senderType }) => senderType === 'bot')?.text
  return text !== '' && last !== undefined && last.endsWith(text)
}
