/** Texts as Slack writes them: `&`, `<` and `>` escaped; links, people and channels in angle brackets. */

export const toSlackText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** A link with a label. */
export const slackLink = (url: string, label: string): string => `<${url}|${toSlackText(label).replaceAll('|', '/')}>`

/** What a member typed, in plain text: links as their address, mentions as their name where Slack gives one. */
export function fromSlackText(text: string): string {
  return text
    .replace(/<([^<>]*)>/g, (_whole, inner: string) => plainOf(inner))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .trim()
}

function plainOf(inner: string): string {
  const bar = inner.indexOf('|')
  const target = bar < 0 ? inner : inner.slice(0, bar)
  const label = bar < 0 ? '' : inner.slice(bar + 1)
  if (target.startsWith('@')) return label ? `@${label}` : ''
  if (target.startsWith('#')) return label ? `#${label}` : ''
  if (target.startsWith('!')) return label || `@${target.slice(1)}`
  if (target.startsWith('mailto:') || target.startsWith('tel:')) return label || target.slice(target.indexOf(':') + 1)
  return !label || label === target || target.endsWith(`//${label}`) ? target : `${label} (${target})`
}
