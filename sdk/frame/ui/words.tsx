import { splitLinks } from '../../../src/base/links.ts'

/** A text as text. Addresses of the web become links; nothing else is anything but characters. */
export function Words({ text }: { text: string }) {
  const parts = []
  for (const part of splitLinks(text)) {
    const href = part.isLink ? webAddress(part.text) : null
    parts.push(href ? <Link href={href}>{part.text}</Link> : part.text)
  }
  return <>{parts}</>
}

/** The address if it is a web address; null for `javascript:`, `data:` and the like. */
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
