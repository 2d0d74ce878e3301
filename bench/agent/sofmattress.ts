import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addArticle } from '../../src/core/knowledge/articles.ts'
import type { AskedStore } from './store.ts'

/** A message: the subject of the article that was wanted, and of the one that was given; null for none. */
interface Asked {
  wanted: string | null
  got: string | null
  /** Subjects of the articles that the question back offers. */
  offered: string[]
}

/** Asks what real shoppers wrote to a mattress shop. */
export async function askMattressShop(store: AskedStore, directory: string): Promise<Asked[]> {
  const subjects = Map.groupBy(readCsv(join(directory, 'sofmattress_train.csv')), ([, subject]) => subject)
  const byArticle = new Map<string, string>()
  const byTitle = new Map<string, string>()
  for (const [subject = '', rows] of subjects) {
    const [question = '', ...others] = rows.map(([sentence = '']) => sentence)
    const answer = [...others, subject.replaceAll('_', ' ').toLowerCase()].join('\n')
    const article = await addArticle(store.caller, { question, answer })
    byArticle.set(article.id, subject)
    byTitle.set(question, subject)
  }
  const asked: Asked[] = []
  for (const [sentence = '', subject = ''] of readCsv(join(directory, 'sofmattress_test.csv'))) {
    const decision = await store.ask(sentence, { locale: 'en-IN' })
    const article = decision.act === 'answer' ? decision.faqs[0] : undefined
    const lines = decision.act === 'ask_back' ? decision.text.split('\n') : []
    asked.push({
      offered: lines.flatMap((line) => byTitle.get(line.slice(3)) ?? []),
      wanted: subjects.has(subject) ? subject : null,
      got: article ? (byArticle.get(article.id) ?? null) : null,
    })
  }
  return asked
}

/** Two columns under a header; a cell may stand in quotation marks, with doubled ones inside, over several lines. */
function readCsv(file: string): [string, string][] {
  const text = readFileSync(file, 'utf8').replaceAll('\r\n', '\n')
  const rows = [...text.matchAll(/^(?:"((?:[^"]|"")*)"|([^",\n]*)),(?:"((?:[^"]|"")*)"|([^",\n]*))$/gm)]
  return rows
    .slice(1)
    .map(([, quoted, bare, quotedLabel, label]) => [
      quoted?.replaceAll('""', '"') ?? bare ?? '',
      quotedLabel ?? label ?? '',
    ])
}
