import { readWords } from '#base/search-tokenizer.ts'
import { isStopWord } from '#base/stop-words.ts'
import { gloss } from '../retrieval/translate-terms.ts'
import type { Understanding } from '../understanding/understand.ts'

/** Whether a message is about a topic that the store wants people for, such as "wholesale": all its telling words are said, in whichever form or language. */
export function saysTopic({ text, language }: Understanding, topic: string): boolean {
  const said = new Set(gloss(text, language).flatMap((term) => [term.stem, ...term.english.flatMap(stemsOf)]))
  const words = readWords(topic).filter(({ text }) => !isStopWord(text))
  return words.length > 0 && words.every(({ stem }) => said.has(stem))
}

function stemsOf(word: string): string[] {
  return readWords(word).map(({ stem }) => stem)
}
