import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { networkOf } from '#base/network.ts'
import { resourceOf, SCOPE } from '#core/assistants/addresses.ts'
import { isKnownClient, registerClient } from '#core/assistants/clients.ts'
import { OAuthError } from '#core/assistants/oauth-error.ts'
import { findScopeProblem, findTargetProblem } from '#core/assistants/requests.ts'
import { type AssistantTokens, exchangeCode, refreshTokens, revokeToken } from '#core/assistants/tokens.ts'
import { ParleyError } from '#core/errors.ts'
import { REGISTRATIONS_PER_MINUTE, TOKEN_REQUESTS_PER_MINUTE } from '#core/limits.ts'
import type { MinuteLimits } from '#core/rates/minute-limits.ts'
import type { Keyring } from '#core/stores/api-key-cache.ts'
import { requireStore } from '#core/stores/stores.ts'
import type { Database, Shop } from '#database/database.ts'
import { type App, mount } from '#surfaces/http/app.ts'
import { type Form, readForm, readObject } from './bodies.ts'
import { describeIssuer, describeResource } from './metadata.ts'
import { refuse } from './refusals.ts'

export interface OAuthOptions {
  database: Database
  keyring: Keyring
  limits: MinuteLimits
  baseUrl: string
}

const params = Type.Object({ appId: Type.String() })
/** Not in the OpenAPI document: clients learn of these paths from the metadata. */
const hidden = { hide: true, params } as { params: typeof params }
const BODY_BYTES_MAX = 64 * 1024

/**
 * What an assistant's client app calls to be authorized by OAuth 2.1, as the Model Context Protocol asks for it (2026-07-28,
 * Authorization): metadata, registration, tokens. The page in between, where an admin is asked, is the inbox's. No cookie
 * is read here, so pages of any origin may call.
 */
export function oauthSurface(app: App, options: OAuthOptions): Promise<void> {
  const { database, keyring, limits, baseUrl } = options

  /** The store that a path names. */
  const shopOf = async (appId: string): Promise<Shop> => {
    const shopId = /^[\w-]{1,64}$/.test(appId) ? await keyring.shopOf(appId) : undefined
    if (shopId === undefined) throw new ParleyError('NOT_FOUND', 'There is no store with this App ID.')
    return database.shop(shopId)
  }

  return mount(app, '', (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.setErrorHandler(refuse)
    scope.addHook('onRequest', (_request, reply, done) => {
      reply.header('access-control-allow-origin', '*').header('cache-control', 'no-store')
      done()
    })

    const answerPreflights = (url: string, methods: string) =>
      scope.options(url, { schema: hidden }, (_request, reply) =>
        reply
          .code(204)
          .headers({
            'access-control-allow-methods': methods,
            'access-control-allow-headers': 'content-type, authorization, mcp-protocol-version',
            'access-control-max-age': '600',
          })
          .send(),
      )

    const describe = (url: string, about: (appId: string, shop: Shop) => Promise<object> | object) => {
      scope.get<{ Params: { appId: string } }>(url, { schema: hidden }, async (request, reply) => {
        const { appId } = request.params
        return sendJson(reply, 200, await about(appId, await shopOf(appId)))
      })
      answerPreflights(url, 'GET')
    }
    describe('/.well-known/oauth-protected-resource/mcp/:appId', async (appId, shop) =>
      describeResource(baseUrl, appId, (await requireStore(database, shop.shopId)).name))
    describe('/.well-known/oauth-authorization-server/mcp/:appId', (appId) => describeIssuer(baseUrl, appId))

    const take = (
      path: string,
      work: (request: FastifyRequest, reply: FastifyReply, appId: string) => Promise<FastifyReply>,
    ) => {
      scope.post<{ Params: { appId: string } }>(
        `/oauth/:appId/${path}`,
        { config: { readsBody: true }, bodyLimit: BODY_BYTES_MAX, schema: hidden },
        (request, reply) => work(request as FastifyRequest, reply, request.params.appId),
      )
      answerPreflights(`/oauth/:appId/${path}`, 'POST')
    }

    take('register', async (request, reply, appId) => {
      const network = networkOf(request.ip)
      const { store, all } = REGISTRATIONS_PER_MINUTE
      await limits.take(`assistant:${network}`, all, 'Too many registrations from this address.')
      await limits.take(`assistant:${network}:${appId}`, store, 'Too many registrations from this address.')
      const shop = await shopOf(appId)
      const client = await registerClient(shop, readObject(request.body, request.headers['content-type']))
      return sendJson(reply, 201, {
        client_id: client.id,
        client_id_issued_at: Math.floor(client.createdAt.getTime() / 1000),
        client_name: client.name,
        redirect_uris: client.redirectUris,
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        scope: SCOPE,
      })
    })

    take('token', async (request, reply, appId) => {
      await takeTokenRequest(request, appId)
      const shop = await shopOf(appId)
      const form = readForm(request.body, request.headers['content-type'])
      const problem =
        findTargetProblem(form.getAll('resource'), resourceOf(baseUrl, appId)) ?? findScopeProblem(form.get('scope'))
      if (problem) throw problem
      const tokens = await exchange(shop, form).catch((error) => explain(shop, form, error))
      return sendJson(reply, 200, {
        access_token: tokens.accessToken,
        token_type: 'Bearer',
        expires_in: tokens.expiresIn,
        refresh_token: tokens.refreshToken,
        scope: SCOPE,
      })
    })

    take('revoke', async (request, reply, appId) => {
      await takeTokenRequest(request, appId)
      const shop = await shopOf(appId)
      await revokeToken(shop, readForm(request.body, request.headers['content-type']).require('token'))
      return sendJson(reply, 200, {})
    })
  })

  function takeTokenRequest(request: FastifyRequest, appId: string): Promise<void> {
    const name = `token:${networkOf(request.ip)}:${appId}`
    return limits.take(name, TOKEN_REQUESTS_PER_MINUTE, 'Too many requests from this address.')
  }
}

async function exchange(shop: Shop, form: Form): Promise<AssistantTokens> {
  const grantType = form.require('grant_type')
  const clientId = form.get('client_id')
  if (clientId === null) throw new OAuthError('invalid_client', 'client_id is missing: send it in the body.')
  if (grantType === 'authorization_code') {
    const [code, redirectUri, verifier] = ['code', 'redirect_uri', 'code_verifier'].map((name) => form.require(name))
    return exchangeCode(shop, { clientId, code, redirectUri, verifier } as Parameters<typeof exchangeCode>[1])
  }
  if (grantType === 'refresh_token') {
    return refreshTokens(shop, { clientId, refreshToken: form.require('refresh_token') })
  }
  throw new OAuthError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token.')
}

/** Tells a client app that its registration has expired, rather than that its code is invalid: it registers again. */
async function explain(shop: Shop, form: Form, error: unknown): Promise<never> {
  if (
    error instanceof OAuthError &&
    error.code === 'invalid_grant' &&
    !(await isKnownClient(shop, form.require('client_id')))
  ) {
    throw new OAuthError('invalid_client', 'client_id is unknown, or its registration has expired.')
  }
  throw error
}

function sendJson(reply: FastifyReply, status: number, body: object): FastifyReply {
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body))
}
