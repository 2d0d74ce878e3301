/** A browser's name as people know it: Firefox on Linux. */
export function browserOf(userAgent: string): string {
  const browser = /Edg\/|OPR\/|Firefox\/|Chrome\/|Safari\//.exec(userAgent)?.[0]?.slice(0, -1) ?? 'Unknown program'
  const name = { Edg: 'Edge', OPR: 'Opera' }[browser] ?? browser
  const system = /iPhone|iPad|Android|Windows|Mac OS|Linux/.exec(userAgent)?.[0]
  return system ? `${name} on ${system}` : name
}
