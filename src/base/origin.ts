/** A host as browsers write it, with `*.` for all hosts below one; nothing that could end a header's directive. */
const ORIGIN = /^https?:\/\/((\*\.)?[\w-]+(\.[\w-]+)*|\[[\da-f:.]+\])(:\d+)?$/

/** The origin of a site's address (scheme, host, port), as browsers write it; null for an invalid one. */
export function originOf(address: string): string | null {
  if (!URL.canParse(address)) return null
  const { origin } = new URL(address)
  return ORIGIN.test(origin) ? origin : null
}
