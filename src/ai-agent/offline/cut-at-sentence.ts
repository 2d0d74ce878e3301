/** As many whole sentences of a text as fit; a first one that is longer is cut at a word. */
export function cutAtSentence(text: string, most: number): string {
  const whole = text.trim()
  if (whole.length <= most) return whole
  const head = whole.slice(0, most + 1)
  const end = [...head.matchAll(/[.!?؟](?=\s)|[。！？]|\n/g)].at(-1)
  if (end && end.index > 0) return head.slice(0, end.index + 1).trim()
  const space = head.slice(0, most - 1).lastIndexOf(' ')
  return `${head.slice(0, space > 0 ? space : most - 1).toWellFormed()}…`
}
