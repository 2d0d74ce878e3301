/** An address with a scheme or //, or a bare host name such as shop.example, but not the one of an email address. */
const LINK = /(?:https?:)?\/\/[^\s"'<>)\]]+|(?<![\w@])(?:[a-z0-9-]+\.)+[a-z]{2,}(?=[/\s:?]|$)/gi

/** Returns the first host in a text's links that is not in `hosts`; null if there is none. `www.` makes no difference. */
export function foreignHost(text: string, hosts: Set<string>): string | null {
  return linkedHosts(text).find((host) => !hosts.has(host)) ?? null
}

/** Returns the hosts of all links in a text, with or without https:// in front. */
export const linkedHosts = (text: string): string[] => (text.match(LINK) ?? []).flatMap((link) => hostOf(link) ?? [])

/** Returns the hosts of the `url` fields of records. Links in their texts do not count: others may have written them. */
export function hostsOf(records: { url?: unknown }[]): Set<string> {
  return new Set(records.flatMap(({ url }) => (typeof url === 'string' ? (hostOf(url) ?? []) : [])))
}

function hostOf(link: string): string | null {
  const whole = /^https?:/i.test(link) ? link : `https://${link.replace(/^\/+/, '')}`
  return URL.canParse(whole) ? new URL(whole).hostname.replace(/^www\./, '') : null
}
