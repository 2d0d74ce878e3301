import type { Decision } from '../../src/ai-agent/turn.ts'
import { SHOP } from '../../src/core/sample-data/corpus.ts'
import { type AskedStore, readLines } from './store.ts'

/** A question of questions.txt, and what came of it. */
export interface Asked {
  language: string
  text: string
  wanted: string
  got: string
  isRight: boolean
  isLanguageRight: boolean
  decision: Decision
}

/** Every second question: the ones to tune on, or the others, which are measured. */
export async function askDemo(store: AskedStore, half: 'tuned' | 'measured'): Promise<Asked[]> {
  const lines = readLines('questions.txt').map((line) => line.split(' | '))
  const languages = [...new Set(lines.map(([language]) => language))]
  // From language to language the halves change places: the same thing is asked in each, in the same order.
  const own = lines.filter(([language], i) => (i + languages.indexOf(language)) % 2 === (half === 'tuned' ? 0 : 1))
  const asked: Asked[] = []
  for (const [language = '', wanted = '', text = ''] of own) {
    const decision = await store.ask(text)
    const got = whatCame(decision)
    const isRight = wanted.split('/').some((one) => fits(one, got, decision))
    asked.push({ language, text, wanted, got, isRight, isLanguageRight: decision.language === language, decision })
  }
  return asked
}

/** In the words of questions.txt, as far as it has words for it. */
function whatCame(decision: Decision): string {
  if (decision.act !== 'answer') return 'none'
  // That the catalogue has nothing that fits claims nothing, and rests on nothing.
  if (decision.trace.checks.includes('advice: none')) return 'none'
  const [article] = decision.faqs
  if (article) {
    const general = SHOP.faqs.findIndex(({ question }) => question === article.question)
    const onProduct = SHOP.productFaqs.findIndex(({ question }) => question === article.question)
    return general >= 0 ? `F${general + 1}` : `P${onProduct + 1}`
  }
  if (
    decision.trace.checks.some(
      (check) => check.startsWith('order: order.ask') || check.startsWith('order: afterSale.ask'),
    )
  ) {
    return 'order'
  }
  if (decision.products.length > 0) return 'card'
  return decision.trace.intent === 'discount' ? 'discounts' : 'other'
}

function fits(wanted: string, got: string, decision: Decision): boolean {
  const [kind, title] = wanted.split(':')
  if (kind === 'card' || kind === 'sizes') {
    const titles = decision.act === 'answer' ? decision.products.map((card) => ('title' in card ? card.title : '')) : []
    const hasChart = decision.act === 'answer' && decision.text.includes(' | ')
    return got === 'card' && titles.includes(title) && (kind === 'card' || hasChart)
  }
  return wanted === got
}
