/** Returns where the sentence at the end of a text begins: behind the last full stop or line break, and spaces. */
export function sentenceStart(text: string): number {
  let start = 0
  for (const { 0: end, index } of text.matchAll(/[.!?]\s|[。！？\n]/g)) start = index + end.length
  while (start < text.length && /\s/.test(text[start] as string)) start++
  return start
}
