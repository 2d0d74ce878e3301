import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Language } from '../src/ai-agent/turn.ts'
import { detectLanguage } from '../src/ai-agent/understanding/language.ts'
import { asksForPerson } from '../src/ai-agent/understanding/person.ts'
import { makeSampleData } from '../src/core/sample-data/sample-data.ts'
import type { Database } from '../src/database/database.ts'
import { askForAdvice, countShownUnsold } from './agent/advice.ts'
import { askDemo } from './agent/demo.ts'
import { openEmbeddings } from './agent/embeddings.ts'
import { askForOrderActions } from './agent/order-requests.ts'
import { askForOrders } from './agent/orders.ts'
import { askMattressShop } from './agent/sofmattress.ts'
import { EVERYTHING, openScratch, openStore, readLines } from './agent/store.ts'

// npm run bench:agent — what the AI agent says without a language model, against what would be right. EVAL_DIR names a
// directory with the public data sets sofmattress_*.csv and retail-shop.ndjson, which are not in this repository. If
// AI_EMBEDDING_MODEL is set (with AI_PROVIDER, AI_BASE_URL, AI_MODEL and the rest), it finds articles with it.

const evalDir = process.env.EVAL_DIR ?? ''
const rows: Record<string, { measured: string; goal: string }> = {}

const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} % (${part} of ${whole})`
const count = <T>(all: T[], is: (one: T) => boolean) => all.filter(is).length

async function measureArticles(database: Database): Promise<void> {
  const skills = { sizeGuide: false, orderTracking: false, afterSale: false, humanHandoff: true }
  const store = await openStore(database, 'Mattresses', { skills }, embeddings)
  const asked = await askMattressShop(store, evalDir)
  const answered = asked.filter(({ got }) => got !== null)
  const answerable = asked.filter(({ wanted }) => wanted !== null)
  const outside = asked.filter(({ wanted }) => wanted === null)
  const right = count(answered, ({ got, wanted }) => got === wanted)
  rows['mattress shop: answers that are right'] = { measured: percent(right, answered.length), goal: '≥ 85 %' }
  rows['mattress shop: right answers to what can be answered'] = {
    measured: percent(right, answerable.length),
    goal: '≥ 45 %',
  }
  rows['mattress shop: answered though nothing fits'] = {
    measured: percent(
      count(outside, ({ got }) => got !== null),
      outside.length,
    ),
    goal: '≤ 8 %',
  }
  const unsure = answerable.filter(({ got }) => got === null)
  rows['mattress shop: not answered, and the right article offered'] = {
    measured: percent(
      count(unsure, ({ wanted, offered }) => offered.includes(wanted ?? '')),
      unsure.length,
    ),
    goal: '',
  }
  rows['mattress shop: an article offered though nothing fits'] = {
    measured: percent(
      count(outside, ({ offered }) => offered.length > 0),
      outside.length,
    ),
    goal: '',
  }
}

async function measureDemo(database: Database): Promise<void> {
  const store = await openStore(database, 'Demo', EVERYTHING, embeddings)
  await makeSampleData(store.caller, { contacts: 5, conversations: 2 }, new Date())
  for (const half of ['tuned', 'measured'] as const) {
    const started = performance.now()
    const asked = await askDemo(store, half)
    const ms = (performance.now() - started) / asked.length
    const name = half === 'tuned' ? 'demo store, the half to tune on' : 'demo store, the other half'
    rows[`${name}: right, or rightly silent`] = {
      measured: percent(
        count(asked, ({ isRight }) => isRight),
        asked.length,
      ),
      goal: '≥ 92 %',
    }
    rows[`${name}: wrong answers`] = {
      measured: percent(
        count(asked, ({ isRight, got }) => !isRight && got !== 'none'),
        asked.length,
      ),
      goal: '',
    }
    rows[`${name}: in the customer's language`] = {
      measured: percent(
        count(asked, ({ isLanguageRight }) => isLanguageRight),
        asked.length,
      ),
      goal: '≥ 98 %',
    }
    rows[`${name}: ms a decision`] = { measured: ms.toFixed(1), goal: '' }
  }
}

/** Advice over three made-up catalogues; a product fits where requests.txt says so. */
async function measureAdvice(database: Database): Promise<void> {
  for (const half of ['seen', 'unseen'] as const) {
    const started = performance.now()
    const asked = await askForAdvice(database, half)
    const ms = (performance.now() - started) / asked.length
    const sold = asked.filter(({ wanted }) => wanted.length > 0)
    const others = asked.filter(({ wanted }) => wanted.length === 0)
    const name = half === 'seen' ? 'advice, the half to tune on' : 'advice, the other half'
    rows[`${name}: a fitting product is shown`] = {
      measured: percent(
        count(sold, ({ shown, wanted }) => shown.some((id) => wanted.includes(id))),
        sold.length,
      ),
      goal: '≥ 85 %',
    }
    rows[`${name}: shown though the shop sells no such thing`] = {
      measured: percent(
        count(others, ({ shown }) => shown.length > 0),
        others.length,
      ),
      goal: '≤ 5 %',
    }
    const unstated = asked.reduce((sum, one) => sum + one.unstated.length, 0)
    rows[`${name}: said and not in the catalogue`] = { measured: String(unstated), goal: '0' }
    rows[`${name}: ms a request`] = { measured: ms.toFixed(1), goal: '' }
  }
}

/** Requests for what is not sold, written after the others; of 40, products were shown for 6 before two of them were learned from. */
async function measureUnsold(database: Database): Promise<void> {
  const { asked, shown } = await countShownUnsold(database)
  rows['advice, written later: shown though the shop sells no such thing'] = {
    measured: percent(shown, asked),
    goal: '≤ 5 %',
  }
}

/** Requests about customers' own orders: what is prepared for approval, and what runs where every kind is allowed without. */
async function measureOrderActions(): Promise<void> {
  const allowed = { cancelUpTo: 10_000, refundUpTo: 10_000, currencyCode: 'EUR' }
  for (const half of ['seen', 'unseen'] as const) {
    const name = half === 'seen' ? 'order actions, the half to tune on' : 'order actions, the other half'
    const { asked, writesBefore, writesAfter } = await askForOrderActions(half)
    const wishes = asked.filter(({ wanted }) => !wanted.startsWith('no-'))
    const others = asked.filter(({ wanted }) => wanted.startsWith('no-'))
    const prepared = count(asked, (one) => one.prepared !== null)
    rows[`${name}: prepared as asked for`] = {
      measured: percent(
        count(wishes, (one) => one.prepared === one.wanted),
        wishes.length,
      ),
      goal: '≥ 90 %',
    }
    rows[`${name}: prepared though not asked for`] = {
      measured: percent(
        count(others, (one) => one.prepared !== null),
        others.length,
      ),
      goal: '≤ 10 %',
    }
    rows[`${name}: done before approval, and not once after it`] = {
      measured: `${writesBefore}, ${writesAfter - prepared}`,
      goal: '0, 0',
    }
    const free = await askForOrderActions(half, allowed)
    const ran = free.asked.filter(({ wanted, state }) => wanted.startsWith('no-') && state === 'approved')
    rows[`${name}: done without approval though not asked for`] = { measured: String(ran.length), goal: '0' }
  }
}

async function measureOrders(database: Database): Promise<void> {
  const store = await openStore(database, 'Retail', EVERYTHING, embeddings)
  const { asked, exact, told } = await askForOrders(store, join(evalDir, 'retail-shop.ndjson'))
  rows['orders: told exactly'] = { measured: percent(exact, asked), goal: '100 %' }
  rows['orders: told to a wrong address'] = { measured: String(told), goal: '0' }
}

function measurePersons(): void {
  const read = (file: string) =>
    readLines(file).map((line) => {
      const parts = line.split(' | ')
      return { language: parts[0] ?? '', text: parts.at(-1) ?? '' }
    })
  for (const [half, name] of ['the half to tune on', 'the other half'].entries()) {
    const own = <T>(all: T[]) => all.filter((_, i) => i % 2 === half)
    const wishes = own(read('persons.txt'))
    const others = [...own(read('no-persons.txt')), ...own(read('questions.txt'))]
    const isWish = ({ text }: { text: string }) => asksForPerson(text, detectLanguage([text], null))
    rows[`wishes for a person, ${name}: heard`] = {
      measured: percent(count(wishes, isWish), wishes.length),
      goal: '≥ 99 %',
    }
    rows[`wishes for a person, ${name}: heard falsely`] = {
      measured: percent(count(others, isWish), others.length),
      goal: '≤ 1 %',
    }
    const all = [...wishes, ...others]
    const isRight = ({ language, text }: { language: string; text: string }) =>
      detectLanguage([text], null) === language
    rows[`language, ${name}, without the browser's`] = {
      measured: percent(count(all, isRight), all.length),
      goal: '≥ 98 %',
    }
    const withBrowser = ({ language, text }: { language: string; text: string }) =>
      detectLanguage([text], language) === language
    rows[`language, ${name}, with the browser's`] = {
      measured: percent(count(all, withBrowser), all.length),
      goal: '≥ 98 %',
    }
  }
}

/** Wishes that were written when all else was done. Of 54, 44 were heard at first; what was learned from the others is in now. */
function measureLaterPersons(): void {
  const texts = readLines('persons-later.txt').map((line) => line.split(' | ')[1] ?? '')
  const heard = count(texts, (text) => asksForPerson(text, detectLanguage([text], null)))
  rows['wishes for a person, written later: heard'] = { measured: percent(heard, texts.length), goal: '≥ 99 %' }
}

/** Polite, long and misspelt wishes, and messages with the same words that wish for nobody; by the browser's language. */
function measurePolitePersons(): void {
  const share = (file: string) => {
    const lines = readLines(file).map((line) => line.split(' | ') as [Language, string])
    return percent(
      count(lines, ([language, text]) => asksForPerson(text, detectLanguage([text], language))),
      lines.length,
    )
  }
  rows['wishes for a person, polite: heard'] = { measured: share('persons-polite.txt'), goal: '≥ 98 %' }
  rows['wishes for a person, polite: heard falsely'] = { measured: share('no-persons-polite.txt'), goal: '≤ 1 %' }
}

const scratch = mkdtempSync(join(tmpdir(), 'parley-bench-agent-'))
const database = await openScratch(scratch)
const embeddings = openEmbeddings(database)
try {
  measurePersons()
  measureLaterPersons()
  measurePolitePersons()
  await measureDemo(database)
  await measureAdvice(database)
  await measureUnsold(database)
  await measureOrderActions()
  if (existsSync(evalDir)) {
    await measureArticles(database)
    await measureOrders(database)
  } else {
    console.log('EVAL_DIR names no directory: the mattress shop and the orders are not measured.')
  }
  console.table(rows)
} finally {
  await embeddings?.stop()
  await database.close()
  rmSync(scratch, { recursive: true, force: true })
}
// The double of Shopify would go on serving.
process.exit(0)
