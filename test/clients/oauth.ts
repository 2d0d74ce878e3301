import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { ok } from '../expect.ts'
import type { Store } from '../fixtures/factories.ts'
import { type Answer, type Client, createClient } from './client.ts'

/** What an assistant's client app does to be authorized by OAuth, step by step. */

export const CALLBACK = 'https://assistant.example.com/callback'

type Target = { baseUrl: string }
type Fields = Record<string, string | null>

/** A form as token requests carry it. What is null is left out. */
export function postForm(server: Target, path: string, fields: Fields): Promise<Answer> {
  const given = Object.entries(fields).filter((field): field is [string, string] => field[1] !== null)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return createClient(server.baseUrl).call('POST', path, new URLSearchParams(given).toString(), headers)
}

/** Registers a program with the store; returns its id. */
export async function register(server: Target, store: Pick<Store, 'appId'>, more: object = {}): Promise<string> {
  const metadata = { client_name: 'Test assistant', redirect_uris: [CALLBACK], ...more }
  const answer = await createClient(server.baseUrl).post(`/oauth/${store.appId}/register`, metadata)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.client_id
}

export interface Asking {
  clientId: string
  verifier: string
  /** The query of the address that the program sends the browser to. */
  query: string
}

/** A request for consent. `overrides` replace its parameters, null takes one away. */
export function ask(server: Target, store: Pick<Store, 'appId'>, clientId: string, overrides: Fields = {}): Asking {
  const verifier = randomBytes(32).toString('base64url')
  const params: Fields = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: CALLBACK,
    state: 'the state',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    resource: `${server.baseUrl}/mcp/${store.appId}`,
    ...overrides,
  }
  const given = Object.entries(params).filter((param): param is [string, string] => param[1] !== null)
  return { clientId, verifier, query: new URLSearchParams(given).toString() }
}

/** An admin allows a request; returns the address that the browser is sent to. */
export async function allow(inbox: Client, store: Pick<Store, 'appId'>, query: string): Promise<URL> {
  const answer = await inbox.post('/api/chat/assistant-requests/allow', { appId: store.appId, query })
  return new URL(ok(answer).redirectTo)
}

export interface Connection extends Asking {
  accessToken: string
  refreshToken: string
  code: string
}

/** The whole way: a registered program with tokens. */
export async function connectAssistant(
  server: Target,
  store: Pick<Store, 'appId'>,
  inbox: Client,
  metadata: object = {},
): Promise<Connection> {
  const asking = ask(server, store, await register(server, store, metadata))
  const code = (await allow(inbox, store, asking.query)).searchParams.get('code') ?? ''
  const answer = await exchange(server, store, { ...asking, code })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return { ...asking, code, accessToken: answer.body.access_token, refreshToken: answer.body.refresh_token }
}

/** Sends a code for tokens. */
export function exchange(
  server: Target,
  store: Pick<Store, 'appId'>,
  { code, clientId, verifier }: { code: string; clientId: string; verifier: string },
  overrides: Fields = {},
): Promise<Answer> {
  return postForm(server, `/oauth/${store.appId}/token`, {
    grant_type: 'authorization_code',
    code,
    client_id: clientId,
    redirect_uri: CALLBACK,
    code_verifier: verifier,
    resource: `${server.baseUrl}/mcp/${store.appId}`,
    ...overrides,
  })
}

/** Sends a refresh token for new ones. */
export function refresh(
  server: Target,
  store: Pick<Store, 'appId'>,
  { refreshToken, clientId }: Pick<Connection, 'refreshToken' | 'clientId'>,
  overrides: Fields = {},
): Promise<Answer> {
  return postForm(server, `/oauth/${store.appId}/token`, {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    client_id: clientId,
    ...overrides,
  })
}

/** The status of a request that lists the tools with a bearer token. */
export async function statusWith(server: Target, path: string, token: string, more = {}): Promise<number> {
  const request = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const answer = await createClient(server.baseUrl).post(path, request, { authorization: `Bearer ${token}`, ...more })
  return answer.status
}
