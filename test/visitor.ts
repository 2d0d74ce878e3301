import { randomUUID } from 'node:crypto'
import { type Client, createClient } from './client.ts'
import { ok } from './expect.ts'
import type { Store } from './factories.ts'
import { type Frame, openSocket, type TestSocket } from './socket.ts'

/** A shopper's browser: a token, and calls that carry it. */
export interface TestVisitor {
  token: string
  id: string
  sessionId: string
  api: Client
  /** What POST /storefront/sessions answered. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
  ready: any
  /** Sends a message and answers its `data`. */
  say(text: string, more?: Record<string, unknown>): Promise<Said>
  /** A socket that has said hello, and its `ready`: news of others may come before that. */
  connect(known?: { conversationId?: string; revision?: number }): Promise<TestSocket & { ready: Frame }>
}

// biome-ignore lint/suspicious/noExplicitAny: as above
type Said = any

export async function makeVisitor(
  server: { baseUrl: string },
  store: Pick<Store, 'appId'>,
  body: Record<string, unknown> = {},
): Promise<TestVisitor> {
  const plain = createClient(server.baseUrl)
  const ready = ok(await plain.post('/storefront/sessions', { appId: store.appId, ...body }))
  const { token } = ready
  const api = createClient(server.baseUrl, { 'x-app-id': store.appId, authorization: `Bearer ${token}` })
  return {
    token,
    id: ready.visitor.id,
    sessionId: ready.session.id,
    api,
    ready,
    say: async (text, more = {}) => {
      const answer = await api.post('/storefront/messages', { clientId: randomUUID(), text, ...more })
      return ok(answer, answer.status === 200 ? 200 : 201)
    },
    async connect(known = {}) {
      const socket = await openSocket(server.baseUrl, '/storefront/socket')
      socket.send({ type: 'hello', appId: store.appId, token, ...known })
      return Object.assign(socket, { ready: await socket.next('ready') })
    },
  }
}
