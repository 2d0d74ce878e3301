import { readWords } from '#base/search-tokenizer.ts'
import { isStopWord } from '#base/stop-words.ts'
import type { ReturnableItem } from '#connectors/writer.ts'

/**
 * Chooses what a customer sends back of an order: the items whose names they say, otherwise all of it where they mean the whole
 * order or there is one item only. None where it is not clear: a person asks.
 */
export function chooseReturned(
  items: readonly ReturnableItem[],
  { words, isWholeOrder }: { words: string; isWholeOrder: boolean },
): ReturnableItem[] {
  const said = new Set(readWords(words).map(({ stem }) => stem))
  const named = items.filter(({ title }) => namesOf(title, items).some((stem) => said.has(stem)))
  if (named.length > 0) return named
  return isWholeOrder || items.length === 1 ? [...items] : []
}

/** Telling words of an item's name that no other item of the order has. */
function namesOf(title: string, items: readonly ReturnableItem[]): string[] {
  const others = items.filter((item) => item.title !== title).flatMap((item) => readWords(item.title))
  const taken = new Set(others.map(({ stem }) => stem))
  return readWords(title).flatMap(({ text, stem }) => (isStopWord(text) || taken.has(stem) ? [] : [stem]))
}
