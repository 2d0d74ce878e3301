import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import type { Decision, Language, TurnLine } from '../../src/ai-agent/turn.ts'
import { importRecords } from '../../src/core/import/import.ts'
import type { Database } from '../../src/database/database.ts'
import { type AskedStore, openStore, readLines } from './store.ts'

// Requests for advice over three made-up catalogues: advice/requests.txt, with the products that fit.

/** A request, and what came of it. */
export interface AdvisedRequest {
  text: string
  /** Ids; none where the shop sells no such thing. */
  wanted: string[]
  shown: string[]
  said: string
  /** Parts of the answer that neither the catalogue nor our own texts say. */
  unstated: string[]
  checks: string[]
}

const SHOPS = ['clothes', 'food', 'electronics']
/** What a customer answers who does not mind. */
const NEITHER: Partial<Record<Language, string>> = {
  en: 'I don’t mind',
  de: 'Das ist mir egal',
  fr: 'Peu importe',
  es: 'Me da igual',
  it: 'Per me è uguale',
}
/** Everything of advice, and nothing else that might answer. */
const AI = {
  training: { products: true, collections: true, discounts: false },
  skills: { sizeGuide: false, orderTracking: false, afterSale: false, humanHandoff: true },
}

/** Every second request: the ones that are looked at while building, or the others, which are only measured. */
export async function askForAdvice(database: Database, half: 'seen' | 'unseen'): Promise<AdvisedRequest[]> {
  const asked: AdvisedRequest[] = []
  const lines = readLines('advice/requests.txt').map((line) => line.split(' | '))
  for (const shop of SHOPS) {
    const { store, entries } = await openShop(database, shop)
    const own = lines
      .map((line, i) => ({ line, i }))
      .filter(({ line, i }) => line[0] === shop && (i % 2 === 0) === (half === 'seen'))
    for (const { line } of own) {
      const [, language = '', wanted = '', text = ''] = line
      const decision = await askTwice(store, text, language as Language)
      const shown = shownBy(decision)
      const said = decision.act === 'hand_over' ? decision.reason : decision.text
      const ofShown = entries.filter(({ data }) => shown.includes(data.id))
      asked.push({
        text,
        wanted: wanted === '-' ? [] : wanted.split(' '),
        shown,
        said,
        unstated: unstatedIn(
          said,
          ofShown.map(({ text }) => text),
        ),
        checks: decision.trace.checks,
      })
    }
  }
  return asked
}

/** Returns how many of the requests for what the shops do not sell (advice/later.txt) were shown products. */
export async function countShownUnsold(database: Database): Promise<{ asked: number; shown: number }> {
  const lines = readLines('advice/later.txt').map((line) => line.split(' | '))
  let shown = 0
  for (const shop of SHOPS) {
    const { store } = await openShop(database, shop)
    for (const [of, language = '', text = ''] of lines) {
      if (of === shop && shownBy(await askTwice(store, text, language as Language)).length > 0) shown++
    }
  }
  return { asked: lines.length, shown }
}

async function openShop(database: Database, shop: string) {
  const store = await openStore(database, shop, AI)
  const entries = readCatalogue(shop)
  const records = entries.map(({ data }) => JSON.stringify({ kind: 'product', data })).join('\n')
  const { rejected } = await importRecords(store.caller, Readable.from([Buffer.from(records)]))
  if (rejected.length > 0) throw new Error(`${shop}: ${JSON.stringify(rejected[0])}`)
  return { store, entries }
}

const shownBy = (decision: Decision): string[] =>
  decision.act === 'answer' ? (decision.products as { id: string }[]).map(({ id }) => id) : []

/** A question that narrows the choice is answered by one who does not mind. */
async function askTwice(store: AskedStore, text: string, language: Language): Promise<Decision> {
  const first = await store.ask(text, { locale: language })
  if (first.act !== 'answer' || !first.trace.checks.includes('advice: question')) return first
  const answer = NEITHER[language] ?? ''
  const lines: TurnLine[] = [
    { senderType: 'customer', text },
    { senderType: 'bot', text: first.text },
    { senderType: 'customer', text: answer },
  ]
  return store.ask(answer, { locale: language, lines })
}

/** What an answer says of products beyond its first line: title, price and a quotation, each as the catalogue has it. */
function unstatedIn(said: string, entries: string[]): string[] {
  return said
    .split('\n')
    .filter((line) => line.startsWith('• '))
    .flatMap((line) => {
      const [, head = '', quote = ''] = /^• (.*?)(?: – “(.*)”)?$/.exec(line) ?? []
      const known = entries.find((entry) => head.startsWith(entry.split('\n')[0] ?? '\0')) ?? ''
      const price = head.slice((known.split('\n')[0] ?? '').length)
      const isPrice =
        /^: [\d.]+ [A-Z]{3}( – [\d.]+ [A-Z]{3})?$/.test(price) &&
        (price.match(/[\d.]+\d/g) ?? []).every((part) => known.includes(part))
      return [isPrice ? [] : [head], known.includes(quote.replace(/…$/, '')) ? [] : [quote]].flat()
    })
}

/** A line a product: id, title, kind, price, options, tags, description. `text`: all that it says, its title first. */
function readCatalogue(shop: string) {
  const file = readFileSync(new URL(`advice/${shop}.txt`, import.meta.url), 'utf8')
  const lines = file.split('\n').filter((line) => line !== '' && !line.startsWith('//'))
  return lines.map((line) => {
    const [id = '', title = '', productType = '', amount = '', options = '', tags = '', description = ''] = line
      .split(/ ;(?= )/)
      .map((part) => part.trim())
    const price = { amount: amount.replace('!', ''), currencyCode: 'EUR' }
    const variants = combine(options.trim()).map((values) => ({
      price,
      available: !amount.startsWith('!') && !values.some(({ isSoldOut }) => isSoldOut),
      options: values.map(({ name, value }) => ({ name, value })),
    }))
    const named = variants.flatMap((variant) => variant.options.map(({ name, value }) => `${name}: ${value}`))
    const plain = description.replace(/<\/p><p>/g, ' ').replace(/<[^>]+>/g, '')
    const data = { id, title, productType, description, variants, tags: tags.split(', ').filter(Boolean) }
    return { data, text: [title, productType, amount, ...named, tags, plain].join('\n') }
  })
}

/** "Size=S,!M/Colour=red": every size in every colour, the sizes with a "!" sold out. */
function combine(options: string): { name: string; value: string; isSoldOut: boolean }[][] {
  const each = options.split('/').filter((option) => option.includes('='))
  return each.reduce<{ name: string; value: string; isSoldOut: boolean }[][]>(
    (all, option) => {
      const [name = '', values = ''] = option.split('=')
      const own = values
        .split(',')
        .map((value) => ({ name, value: value.replace('!', ''), isSoldOut: value.startsWith('!') }))
      return all.flatMap((before) => own.map((one) => [...before, one]))
    },
    [[]],
  )
}
