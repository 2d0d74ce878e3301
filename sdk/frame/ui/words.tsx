/** An address in a text, without the punctuation that ends the sentence around it. */
const ADDRESS = /\bhttps?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]}…]/gi

/** A text as text. Addresses of the web become links; nothing else is anything but characters. */
export function Words({ text }: { text: string }) {
  const parts = []
  let from = 0
  for (const match of text.matchAll(ADDRESS)) {
    parts.push(text.slice(from, match.index))
    const href = webAddress(match[0])
    parts.push(href ? <Link href={href}>{match[0]}</Link> : match[0])
    from = match.index + match[0].length
  }
  parts.push(text.slice(from))
  return <>{parts}</>
}

/** The address when it is one of the web; `javascript:`, `data:` and the like are none. */
export function webAddress(given: unknown): string | null {
  if (typeof given !== 'string') return null
  try {
    const { protocol, href } = new URL(given, location.origin)
    return protocol === 'https:' || protocol === 'http:' ? href : null
  } catch {
    return null
  }
}

export function Link({
  href,
  children,
  ...rest
}: {
  href: string
  children: preact.ComponentChildren
  class?: string
  onClick?(): void
}) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" {...rest}>
      {children}
    </a>
  )
}
