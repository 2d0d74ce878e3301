/** An address of the web, without the punctuation that ends the sentence around it. */
const LINK = /\bhttps?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]}…]/gi

export interface TextPart {
  text: string
  isLink: boolean
}

/** A text in parts that together are the text: addresses of the web, and what stands between them. */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: link, index } of text.matchAll(LINK)) {
    if (index > end) parts.push({ text: text.slice(end, index), isLink: false })
    parts.push({ text: link, isLink: true })
    end = index + link.length
  }
  if (end < text.length) parts.push({ text: text.slice(end), isLink: false })
  return parts
}
