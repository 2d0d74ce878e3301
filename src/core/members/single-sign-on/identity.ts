import type { ProvenIdentity } from '#outbound/oidc/issuer.ts'

/** An account that was proven, as it is kept while its owner chooses a store. */
export type MemberIdentity = Omit<ProvenIdentity, 'authenticatedAt' | 'claims'> & {
  /** Milliseconds since 1970. */
  authenticatedAt: number | null
  /** Claims that are lists of texts: one of them may name groups. */
  lists: Record<string, string[]>
}

/** Groups that are looked at. */
const GROUPS_MAX = 1_000

export function toIdentity({ claims, authenticatedAt, ...identity }: ProvenIdentity): MemberIdentity {
  const lists = Object.entries(claims).flatMap(([name, value]) =>
    Array.isArray(value) ? [[name, value.filter((one) => typeof one === 'string').slice(0, GROUPS_MAX)] as const] : [],
  )
  return { ...identity, authenticatedAt: authenticatedAt?.getTime() ?? null, lists: Object.fromEntries(lists) }
}
