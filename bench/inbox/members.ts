import type { Running } from '../service.ts'

const PASSWORD = 'a password for the benchmark'

/** Members `bench-member-0` and on, there from now on; answers the cookie of each. */
export async function signInMembers(service: Running, shopId: string, count: number): Promise<string[]> {
  const emails = Array.from({ length: count }, (_, i) => `bench-member-${i}@example.com`)
  const lines = emails.map((email, i) =>
    JSON.stringify({ kind: 'member', data: { id: `bench-member-${i}`, email, password: PASSWORD } }),
  )
  await service.operator('POST', `/stores/${shopId}/import`, lines.join('\n'))
  const cookies: string[] = []
  for (const email of emails) cookies.push(await signIn(service.url, { email, shopId }))
  return cookies
}

/** The cookie of a member's session. */
export async function signIn(
  origin: string,
  { email, shopId, password = PASSWORD }: { email: string; shopId: string; password?: string },
): Promise<string> {
  const response = await fetch(`${origin}/api/chat/session`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, shopId }),
  })
  const cookie = /^[^;]+/.exec(response.headers.get('set-cookie') ?? '')?.[0]
  if (!cookie) throw new Error(`cannot sign in: ${response.status} ${await response.text()}`)
  return cookie
}
