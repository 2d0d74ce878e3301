import { readdirSync } from 'node:fs'
import type { Candidate } from '../../src/ai-agent/retrieval/prepare.ts'
import { readLines } from './store.ts'

/** A shop that was written for learning and measuring: its articles, and what its customers ask. */
export interface WrittenShop {
  name: string
  articles: Candidate[]
  /** `articleId` is null where none of the articles answers. */
  questions: { text: string; articleId: string | null }[]
}

/** The shop's articles with the questions of other customers in them, each below the answer that it has. */
export function withQuestions({ articles, questions }: WrittenShop, asked: { text: string }): Candidate[] {
  return articles.map((article) => {
    const others = questions.filter(({ articleId, text }) => articleId === article.id && text !== asked.text)
    return { ...article, answer: [article.answer, ...others.map(({ text }) => text)].join('\n') }
  })
}

/** Every shop of `shops/`: "=" an article's question, ":" its answer, "?" who wants it, "-" whom none answers. */
export function readShops(): WrittenShop[] {
  const files = readdirSync(new URL('shops/', import.meta.url)).sort()
  return files.map((file) => {
    const shop: WrittenShop = { name: file.replace('.txt', ''), articles: [], questions: [] }
    for (const line of readLines(`shops/${file}`)) {
      const text = line.slice(2)
      const article = shop.articles.at(-1)
      if (line.startsWith('='))
        shop.articles.push({ id: `a${shop.articles.length}`, question: text, answer: '', url: null })
      else if (line.startsWith(':') && article) article.answer = text
      else if (line.startsWith('?') && article) shop.questions.push({ text, articleId: article.id })
      else if (line.startsWith('-')) shop.questions.push({ text, articleId: null })
      else throw new Error(`${file}: a line begins with none of = : ? -: ${line}`)
    }
    return shop
  })
}
