import type { IncomingMessage } from 'node:http'
import { aiAgentForMembers } from '#ai-agent/inbox-api.ts'
import { detectLanguage, recognise } from '#ai-agent/understanding/language.ts'
import { CustomerCards } from '#core/customer-cards/ask.ts'
import { UploadQuotas } from '#core/files/upload-quotas.ts'
import { FigureCounter } from '#core/help-centre/figure-counter.ts'
import { relyingPartyOf } from '#core/members/passkeys/relying-party.ts'
import { MinuteLimits } from '#core/rates/minute-limits.ts'
import { Keyring } from '#core/stores/api-key-cache.ts'
import { orderDesk } from '#shop-sync/order-action-gateway.ts'
import { channelsSurface } from '#surfaces/channels/channels.ts'
import { docsSurface } from '#surfaces/docs/docs.ts'
import { graphqlSurface } from '#surfaces/graphql/graphql.ts'
import { helpCentreSurface } from '#surfaces/help-centre/help-centre.ts'
import type { App } from '#surfaces/http/app.ts'
import { hostOf } from '#surfaces/http/incoming/own-hosts.ts'
import { inboxSurface } from '#surfaces/inbox/inbox.ts'
import { createCookies } from '#surfaces/inbox/kit/cookies.ts'
import { authenticate } from '#surfaces/inbox/kit/guard.ts'
import { mcpSurface } from '#surfaces/mcp/mcp.ts'
import { oauthSurface } from '#surfaces/oauth/oauth.ts'
import { operatorSurface } from '#surfaces/operator/operator.ts'
import { platformSurface } from '#surfaces/platform/platform.ts'
import { createRealtime, memberSocket } from '#surfaces/realtime/realtime.ts'
import type { SocketServer } from '#surfaces/realtime/server.ts'
import { createGuard, createRequestCount } from '#surfaces/rest/guard.ts'
import { legacyWebhookSurface } from '#surfaces/rest/legacy-webhooks.ts'
import { restSurface } from '#surfaces/rest/rest.ts'
import { storefrontSurface } from '#surfaces/storefront/storefront.ts'
import { webSurface } from '#surfaces/web/web.ts'
import { createArticleImports } from './article-imports.ts'
import { createChannelsForMembers } from './channels.ts'
import type { Dependencies } from './dependencies.ts'
import { createEndpointTest } from './rule-endpoints.ts'
import { createSlackApi } from './slack.ts'
import { createTranslationDesk } from './translation.ts'

/** One line a surface. None of them knows another. Answers the sockets of all, which leave before the app closes. */
export async function addSurfaces(app: App, parts: Dependencies): Promise<SocketServer> {
  const { config, logger, database, counters, files, addresses, registry, ai, helpDomains } = parts
  const { baseUrl, trustProxy, operatorToken, storefrontLimitPerIp, mcpAllowedOrigins: allowedOrigins } = config
  const { counter, signInCounter, mailCounter, budget, documentTime } = counters
  const keyring = new Keyring(database)
  const limits = { perKey: config.rateLimitPerKey, perIp: config.rateLimitPerIp }
  const countRequest = createRequestCount({ keyring, counter, limits })
  const isAlone = !config.databaseUrl
  const isOwnHost = (request: IncomingMessage) => helpDomains.pathOf(hostOf(request)) !== undefined
  const sockets = { trustProxy, isOwnHost, socketsPerAddress: storefrontLimitPerIp, registry, logger }
  const realtime = createRealtime(app, { database, isAlone, baseUrl, ...sockets })

  let isDemo = false
  const hasDemo = async () => {
    if (isDemo || !config.demo) return isDemo
    const { openDemoShop } = await import('#core/sample-data/demo-shop.ts')
    isDemo = (await openDemoShop(database)) !== undefined
    return isDemo
  }
  await docsSurface(app, { baseUrl, hasDemo })
  await restSurface(app, createGuard(database, keyring, countRequest), addresses)
  await legacyWebhookSurface(app, { database, keyring, addresses, countRequest })
  if (config.demo) {
    const { demoSurface } = await import('#surfaces/demo/demo.ts')
    await demoSurface(app, { database, baseUrl })
  }
  await mcpSurface(app, {
    database,
    keyring,
    addresses,
    platform: ai.parts.platform,
    languageOf: (text) => recognise(text)?.language ?? null,
    baseUrl,
    allowedOrigins,
  })
  await oauthSurface(app, { database, keyring, limits: new MinuteLimits(counter, 0), baseUrl })
  await graphqlSurface(app, { database, keyring, budget, documentTime })
  const cookies = createCookies(baseUrl)
  const quotas = new UploadQuotas(counters.uploads)
  const aiAgent = aiAgentForMembers(ai.parts, new MinuteLimits(counter, 0))
  const abilities = { sendsMail: config.mail !== undefined, hasMessengers: config.meta !== undefined }
  const channels = createChannelsForMembers(parts, abilities)
  /** After the #, so that the token is in no server's log and in no Referer. */
  const linkOf = (token: string) => `${baseUrl}/inbox/welcome#${token}`
  const mail = config.mail ? { linkOf, counter: mailCounter } : null
  const relyingParty = relyingPartyOf(baseUrl)
  const knowsCountry = config.countryHeader !== undefined
  const members = {
    aiAgent,
    customerCards: new CustomerCards(addresses, new MinuteLimits(counter, 0)),
    channels,
    shops: parts.shops,
    orders: orderDesk(parts),
    signInCounter,
    mailCounter,
    cookies,
    issuers: parts.issuers,
    passkeys: relyingParty && { database, relyingParty, sendsMail: mail !== null },
    linkOf,
    mail,
    knowsCountry,
    languageOf: detectLanguage,
    testEndpoint: createEndpointTest(parts),
    actions: ai.actions,
    slack: createSlackApi(config, parts.channelAddresses),
    push: parts.push,
    translation: createTranslationDesk(parts),
    articleImports: createArticleImports(parts),
    helpDomains,
    dnsServers: config.webhookDnsServers,
  }
  await inboxSurface(app, { database, addresses, files, quotas, baseUrl, ...members })
  await webSurface(app)
  memberSocket(app, realtime, '/api/chat/socket', async (request) => {
    const signedIn = await authenticate(database, cookies, request)
    return signedIn && !signedIn.lacksSecondFactor ? signedIn : null
  })
  await storefrontSurface(app, {
    database,
    realtime,
    counter,
    limitPerIp: storefrontLimitPerIp,
    files,
    quotas,
    lookups: ai.lookups,
    transcripts: config.mail ? { counter: signInCounter, mailCounter } : null,
    countryHeader: config.countryHeader,
    baseUrl,
  })
  await helpCentreSurface(app, {
    database,
    files,
    limits: new MinuteLimits(counter, storefrontLimitPerIp),
    domains: helpDomains,
    figures: new FigureCounter(database, logger),
    baseUrl,
    operatorToken,
  })
  await channelsSurface(app, { database, meta: config.meta })
  await platformSurface(app, { database, baseUrl, shopify: parts.shops })
  const forOperator = {
    database,
    files,
    abilities,
    shops: parts.shops,
    dataDir: config.dataDir,
    baseUrl,
    helpDomains,
    dnsServers: config.webhookDnsServers,
  }
  if (operatorToken) await operatorSurface(app, { ...forOperator, token: operatorToken })
  return realtime.sockets
}
