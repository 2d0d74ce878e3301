import assert from 'node:assert/strict'
import { type Answer, type Client, createClient } from './client.ts'
import { ok } from './expect.ts'
import { addMember, type Store } from './factories.ts'

export const PASSWORD = 'correct horse battery'
type Target = { baseUrl: string }

/** Calls as a page of the service makes them, without a session. */
export function pageOf({ baseUrl }: Target): Client {
  return createClient(baseUrl, { origin: baseUrl })
}

/** The session cookie that an answer sets. */
export function cookieOf(answer: Answer): string {
  const cookie = /^parley_session=[^;]+/.exec(answer.headers.get('set-cookie') ?? '')?.[0]
  assert.ok(cookie, 'no session cookie was set')
  return cookie
}

/** The cookie by which a browser stays known after it signed out. */
export function deviceOf(answer: Answer): string {
  const cookie = /(?:^|, )(parley_device=[^;]+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1]
  assert.ok(cookie, 'no cookie for the browser was set')
  return cookie
}

/** Calls as a member's browser makes them, signed in. */
export async function signIn(server: Target, email: string, password = PASSWORD, more: object = {}): Promise<Client> {
  const answer = await pageOf(server).post('/api/chat/session', { email, password, ...more })
  assert.equal(ok(answer).signedIn, true, JSON.stringify(answer.body))
  return createClient(server.baseUrl, { origin: server.baseUrl, cookie: cookieOf(answer) })
}

/** The store's owner, signed in: an admin. */
export const signInOwner = (server: Target, store: Store) => signIn(server, store.owner.email, store.owner.password)

/** A new member of the store, signed in. */
export async function signInMember(server: Target, store: Store, overrides: Record<string, unknown> = {}) {
  const member = await addMember(store, { password: PASSWORD, ...overrides })
  return { member, inbox: await signIn(server, member.email) }
}
