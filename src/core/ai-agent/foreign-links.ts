const LINK = /(?:https?:)?\/\/[^\s"'<>)\]]+|(?<![\w@])(?:[a-z0-9-]+\.)+[a-z]{2,}(?=[/\s:?]|$)/gi

/** The first host that a text links to and that is not one of `hosts`; null where there is none. */
export function foreignHost(text: string, hosts: Set<string>): string | null {
  return linkedHosts(text).find((host) => !hosts.has(host)) ?? null
}

/** Hosts that a text links to. */
export const linkedHosts = (text: string): string[] => (text.match(LINK) ?? []).flatMap((link) => hostOf(link) ?? [])

/** Hosts that records are at: of their own `url`, whatever their texts say. */
export function hostsOf(records: { url?: unknown }[]): Set<string> {
  return new Set(records.flatMap(({ url }) => (typeof url === 'string' ? (hostOf(url) ?? []) : [])))
}

function hostOf(link: string): string | null {
  const whole = /^https?:/i.test(link) ? link : `https://${link.replace(/^\/+/, '')}`
  return URL.canParse(whole) ? new URL(whole).hostname.replace(/^www\./, '') : null
}
