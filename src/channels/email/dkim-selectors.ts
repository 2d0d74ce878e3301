/** Under which names the servers of well-known providers sign, for domains that their customers bring. */
const SELECTORS: readonly [host: RegExp, selectors: string[]][] = [
  [/(^|\.)(gmail|google|googlemail)\.com$/, ['google']],
  [/(^|\.)(office365|outlook)\.com$/, ['selector1', 'selector2']],
  [/(^|\.)fastmail\.com$/, ['fm1', 'fm2', 'fm3']],
  [/(^|\.)mail\.me\.com$/, ['sig1']],
  [/(^|\.)zoho\.(com|eu|in)$/, ['zmail', 'zoho']],
  [/(^|\.)sendgrid\.net$/, ['s1', 's2']],
  [/(^|\.)mailgun\.org$/, ['mta', 'smtp', 'k1', 'pic']],
]

/** The selectors that may be in use where mail leaves by a server; none where it does not tell. */
export function dkimSelectorsOf(host: string): string[] {
  return SELECTORS.find(([pattern]) => pattern.test(host.toLowerCase()))?.[1] ?? []
}
