import { setTimeout as sleep } from 'node:timers/promises'
import type { Registry } from 'prom-client'
import type { createEmbeddings, Embeddings } from '#ai-agent/embeddings/embeddings.ts'
import { aiAgentForMembers } from '#ai-agent/for-members.ts'
import { aiAgentMetrics, watchArticlesToEmbed, watchWaitingTurns } from '#ai-agent/metrics.ts'
import { AnswerModel } from '#ai-agent/model/model.ts'
import { detectLanguage } from '#ai-agent/understanding/language.ts'
import { AiAgentWorker } from '#ai-agent/worker.ts'
import { createLogger, type Logger } from '#base/logger.ts'
import type { SecretBox } from '#base/secret-box.ts'
import type { StoreRing } from '#base/store-ring.ts'
import { messengerAdapters } from '#carrier/adapters.ts'
import { Carrier } from '#carrier/carrier.ts'
import { addressIn, emailAdapter } from '#carrier/email.ts'
import { channelsForMembers } from '#carrier/for-members.ts'
import { Mailboxes } from '#carrier/mailboxes.ts'
import { Mailer } from '#carrier/mailer.ts'
import { type CarrierMetrics, carrierMetrics, watchChannelQueues } from '#carrier/metrics.ts'
import { serviceMail } from '#carrier/service-mail.ts'
import type { AddressKeys } from '#channels/email/address.ts'
import { MailReader } from '#channels/email/reader/mail-reader.ts'
import { MailSender } from '#channels/email/send/mail-sender.ts'
import { Graph } from '#channels/meta/graph.ts'
import type { Config } from '#config'
import type { ChannelAbilities } from '#core/channels/accounts.ts'
import { localPlatform } from '#core/commerce/local-platform.ts'
import { openFileBytes } from '#core/files/file-bytes.ts'
import { FileStore } from '#core/files/files.ts'
import { UploadQuotas } from '#core/files/upload-quotas.ts'
import { createOrderSettling } from '#core/order-actions/settling.ts'
import type { PushDesk } from '#core/push/browsers.ts'
import { createPushSending } from '#core/push/sending.ts'
import { MinuteLimits } from '#core/rates/minute-limits.ts'
import { createRuleWorker } from '#core/rule-runs/worker.ts'
import { describeDemo, makeDemo } from '#core/sample-data/demo.ts'
import { openDemoShop } from '#core/sample-data/demo-shop.ts'
import { createScheduledSending } from '#core/scheduled/sending.ts'
import { resealSecrets } from '#core/secrets/secrets.ts'
import { createReturns } from '#core/snooze/returns.ts'
import { Keyring } from '#core/stores/api-keys.ts'
import { startRetention } from '#core/stores/retention.ts'
import { createRecounts } from '#core/targets/recount.ts'
import { createTeamWorker } from '#core/team-work/worker.ts'
import { withFallback } from '#database/bus/fallback.ts'
import type { Database } from '#database/database.ts'
import { openDatabase } from '#database/open.ts'
import { Deliverer } from '#dispatcher/deliver.ts'
import { Dispatcher } from '#dispatcher/dispatcher.ts'
import { dispatcherMetrics } from '#dispatcher/metrics.ts'
import { withLiveOrders } from '#mirror/live-orders.ts'
import { mirrorMetrics, watchPlatformQueue } from '#mirror/metrics.ts'
import { Mirror } from '#mirror/mirror.ts'
import { orderDesk } from '#mirror/order-desk.ts'
import { Shops } from '#mirror/shops.ts'
import { AddressBook } from '#outbound/address.ts'
import { PushSender } from '#outbound/push/push-sender.ts'
import { ServerKeys } from '#outbound/push/server-keys.ts'
import { createVettedFetch } from '#outbound/vetted-fetch.ts'
import { channelsSurface } from '#surfaces/channels/channels.ts'
import { demoSurface } from '#surfaces/demo/demo.ts'
import { docsSurface } from '#surfaces/docs/docs.ts'
import { graphqlSurface } from '#surfaces/graphql/graphql.ts'
import { healthSurface } from '#surfaces/health.ts'
import type { App } from '#surfaces/http/app.ts'
import { createApp } from '#surfaces/http/server.ts'
import { inboxSurface } from '#surfaces/inbox/inbox.ts'
import type { ChannelsForMembers } from '#surfaces/inbox/kit/channels.ts'
import { createCookies } from '#surfaces/inbox/kit/cookies.ts'
import { authenticate } from '#surfaces/inbox/kit/guard.ts'
import type { MailDoorServer } from '#surfaces/mail/door.ts'
import { mcpSurface } from '#surfaces/mcp/mcp.ts'
import { oauthSurface } from '#surfaces/oauth/oauth.ts'
import { operatorSurface } from '#surfaces/operator/operator.ts'
import { platformSurface } from '#surfaces/platform/platform.ts'
import { createRealtime, memberSocket } from '#surfaces/realtime/realtime.ts'
import { createGuard, createRequestCount } from '#surfaces/rest/guard.ts'
import { legacyWebhookSurface } from '#surfaces/rest/legacy-webhooks.ts'
import { restSurface } from '#surfaces/rest/rest.ts'
import { storefrontSurface } from '#surfaces/storefront/storefront.ts'
import { webSurface } from '#surfaces/web/web.ts'
import { type Counters, openCounters } from './counters.ts'
import { openSecretBox } from './secret-key.ts'

export interface Service {
  app: App
  logger: Logger
  /** Begins to deliver and to listen. */
  start(): Promise<void>
  /** Takes no new requests, finishes those under way, then closes what they used. */
  stop(): Promise<void>
}

/** What the surfaces are built from. */
interface Parts {
  config: Config
  logger: Logger
  database: Database
  counters: Counters
  files: FileStore
  addresses: AddressBook
  registry: Registry
  /** What shops are asked through. */
  shops: Shops
  ai: Awaited<ReturnType<typeof createAiParts>>
  graph: Graph | null
  /** Which mail servers, and Graph APIs, may be reached. */
  channelAddresses: AddressBook
  /** What signed mail addresses are made with. */
  mailKeys: AddressKeys
  mailDoor: MailDoorServer | null
  push: PushDesk
}

/** Wires the service by hand: rooms meet each other here and nowhere else. Nothing runs before `start`. */
export async function createService(config: Config, logger = createLogger(config.logLevel)): Promise<Service> {
  const { role, databaseUrl, dataDir } = config
  const secrets = openSecretBox(config, logger)
  const database = await openDatabase({ databaseUrl, dataDir, secrets, logger })
  const counters = await openCounters(config.redisUrl, logger)
  const files = new FileStore(database, openFileBytes(config), logger)
  const addresses = new AddressBook({ allow: config.webhookAllowCidrs, dnsServers: config.webhookDnsServers })
  const transport = withFallback([counters.transport, database.transport].filter((one) => one !== undefined))
  if (transport) await database.bus.connect(transport, { publishesEvents: role === 'web', logger })

  const app = createApp({ logger, trustProxy: config.trustProxy, baseUrl: config.baseUrl })
  let isStopping = false
  const { operatorToken } = config
  const registry = await healthSurface(app, { database, operatorToken, isStopping: () => isStopping })
  const shops = createShops(config)
  const outside = { config, logger, database, counters, files, addresses, registry, shops }
  const channelAddresses = new AddressBook({ allow: config.channelAllowCidrs, dnsServers: config.webhookDnsServers })
  const mailKeys = secrets.derive('mail addresses')
  const graph = createGraph(config, channelAddresses)
  const mailDoor = role === 'worker' ? null : await createMailDoor({ ...outside, mailKeys })
  const push = createPushDesk(config, secrets)
  const parts: Parts = {
    ...outside,
    ai: await createAiParts(outside),
    graph,
    channelAddresses,
    mailKeys,
    mailDoor,
    push,
  }
  if (role !== 'worker') await addSurfaces(app, parts)
  const workers = role === 'web' ? [] : createWorkers(parts)
  let stopRetention: (() => void) | undefined

  return {
    app,
    logger,
    async start() {
      for (const worker of workers) worker.start()
      if (role !== 'web') stopRetention = startRetention(database, files, logger)
      if (role !== 'web') void resealSecrets(database, secrets.keyId, logger)
      const demo = config.demo && role !== 'worker' ? await makeDemo(database) : null
      await mailDoor?.start()
      const address = await app.listen({ host: config.host, port: config.port })
      logger.info({ address, role, database: databaseUrl ? 'postgresql' : 'embedded' }, 'serving')
      if (demo) process.stdout.write(describeDemo(demo, config.baseUrl))
    },
    async stop() {
      isStopping = true
      await sleep(config.stopDelayMs) // until the load balancer has seen it
      stopRetention?.()
      await Promise.all([app.close(), mailDoor?.stop()])
      await Promise.all(workers.map((worker) => worker.stop()))
      await counters.close()
      await database.close()
    },
  }
}

/** One line a surface. None of them knows another. */
async function addSurfaces(app: App, parts: Parts): Promise<void> {
  const { config, logger, database, counters, files, addresses, registry, ai } = parts
  const { baseUrl, trustProxy, operatorToken, storefrontLimitPerIp, mcpAllowedOrigins: allowedOrigins } = config
  const { counter, signInCounter, budget, documentTime } = counters
  const keyring = new Keyring(database)
  const limits = { perKey: config.rateLimitPerKey, perIp: config.rateLimitPerIp }
  const countRequest = createRequestCount({ keyring, counter, limits })
  const isAlone = !config.databaseUrl
  const sockets = { trustProxy, socketsPerAddress: storefrontLimitPerIp, registry, logger }
  const realtime = createRealtime(app, { database, isAlone, baseUrl, ...sockets })

  let isDemo = false
  const hasDemo = async () => {
    isDemo ||= config.demo && (await openDemoShop(database)) !== undefined
    return isDemo
  }
  await docsSurface(app, { baseUrl, hasDemo })
  await restSurface(app, createGuard(database, countRequest), addresses)
  await legacyWebhookSurface(app, { database, keyring, addresses, countRequest })
  if (config.demo) await demoSurface(app, { database, baseUrl })
  await mcpSurface(app, { database, keyring, addresses, platform: ai.parts.platform, baseUrl, allowedOrigins })
  await oauthSurface(app, { database, keyring, limits: new MinuteLimits(counter, 0), baseUrl })
  await graphqlSurface(app, { database, keyring, budget, documentTime })
  const cookies = createCookies(baseUrl)
  const quotas = new UploadQuotas(counters.uploads)
  const aiAgent = aiAgentForMembers(ai.parts)
  const abilities = { sendsMail: config.mail !== undefined, hasMessengers: config.meta !== undefined }
  const channels = createChannelsForMembers(parts, abilities)
  /** After the #, so that the token is in no server's log and in no Referer. */
  const linkOf = (token: string) => `${baseUrl}/inbox/welcome#${token}`
  const mail = config.mail ? { linkOf } : null
  const knowsCountry = config.countryHeader !== undefined
  const members = {
    aiAgent,
    channels,
    shops: parts.shops,
    orders: orderDesk(parts),
    signInCounter,
    cookies,
    linkOf,
    mail,
    knowsCountry,
    languageOf: detectLanguage,
    push: parts.push,
  }
  await inboxSurface(app, { database, keyring, addresses, files, quotas, baseUrl, ...members })
  await webSurface(app)
  memberSocket(app, realtime, '/api/chat/socket', async (request) => {
    const signedIn = await authenticate(database, cookies, request)
    return signedIn && !signedIn.lacksSecondFactor ? signedIn.caller : null
  })
  await storefrontSurface(app, {
    database,
    realtime,
    counter,
    limitPerIp: storefrontLimitPerIp,
    files,
    quotas,
    platform: ai.parts.platform,
    transcripts: config.mail ? signInCounter : null,
    countryHeader: config.countryHeader,
  })
  await channelsSurface(app, { database, meta: config.meta })
  await platformSurface(app, { database, baseUrl, shopify: parts.shops })
  const forOperator = { database, keyring, files, abilities, shops: parts.shops, baseUrl }
  if (operatorToken) await operatorSurface(app, { ...forOperator, token: operatorToken })
}

/** What works without being asked: in every process but those of ROLE=web. */
function createWorkers(parts: Parts): { start(): void; stop(): Promise<void> }[] {
  const { database, logger, registry } = parts
  const metrics = carrierMetrics(registry)
  return [
    createDispatcher(parts),
    createAiAgent(parts),
    ...createEmbeddingWorkers(parts),
    createCarrier(parts, metrics),
    createMirror(parts),
    createReturns(database, logger),
    createRecounts(database, logger),
    createRuleWorker(database, { languageOf: detectLanguage, logger }),
    createTeamWorker(database, { languageOf: detectLanguage, logger }),
    createScheduledSending(database, logger),
    createOrderSettling(database, orderDesk(parts), logger),
    createPushes(parts, metrics),
  ]
}

function createAiAgent({ config, logger, database, registry, ai }: Parts): AiAgentWorker {
  watchWaitingTurns(registry, database)
  const turnMs = config.model?.timeoutMs ?? 0
  return new AiAgentWorker({ database, parts: ai.parts, metrics: ai.metrics, turnMs, logger })
}

/** What makes articles' vectors, where an embedding model is configured. */
function createEmbeddingWorkers({ database, registry, ai: { embeddings } }: Parts): StoreRing[] {
  if (!embeddings) return []
  watchArticlesToEmbed(registry, database)
  return [embeddings.createWorker()]
}

/** The Graph API's answers are small, and files that customers send are not. */
const GRAPH_LIMITS = { timeoutMs: 10_000, bytes: 25 * 1024 * 1024 }

/** Meta's API; null where the messengers are off. */
function createGraph({ meta }: Config, addresses: AddressBook): Graph | null {
  return (meta && new Graph({ baseUrl: meta.graphUrl, fetch: createVettedFetch(addresses, GRAPH_LIMITS) })) || null
}

/** What carries messages to channels, and from them. */
function createCarrier(
  { config, logger, database, files, registry, graph, channelAddresses, mailKeys }: Parts,
  metrics: CarrierMetrics,
): Carrier {
  const mailSender = new MailSender({ addresses: channelAddresses })
  const mailReader = new MailReader({ dnsServers: config.webhookDnsServers })
  const inboundDomain = config.inboundMail?.domain ?? null
  const email = emailAdapter({
    sender: mailSender,
    reader: mailReader,
    keys: mailKeys,
    mail: config.mail,
    inboundDomain,
  })
  const adapters = { email, ...(graph && messengerAdapters(graph)) }
  watchChannelQueues(registry, database)
  const release = () => {
    mailSender.close()
    mailReader.close()
  }
  const mailboxes = new Mailboxes({ database, addresses: channelAddresses, logger })
  const { mail } = config
  const send = mail && serviceMail({ sender: mailSender, mail, keys: mailKeys, inboundDomain })
  const news = { afterMs: mail?.missedNewsAfterMs ?? 0, inboxUrl: `${config.baseUrl}/inbox` }
  const mailer = send
    ? new Mailer({ database, send, missedAfterMs: mail.missedReplyAfterMs, news, metrics, logger })
    : null
  return new Carrier({ database, files, adapters, mailboxes, mailer, metrics, logger, release })
}

/** What pushes to members' browsers are made with. Who runs the service is told of by its address, or by its mail's. */
function createPushDesk(config: Config, secrets: SecretBox): PushDesk {
  const { baseUrl, mail, pushAllowCidrs: allow, webhookDnsServers: dnsServers } = config
  const contact = baseUrl.startsWith('https:') || !mail ? baseUrl : `mailto:${addressIn(mail.from)}`
  const [first, ...others] = config.pushKeys
  const given: [Buffer, ...Buffer[]] = first ? [first, ...others] : secrets.derive('push services')
  return { keys: new ServerKeys(given, contact), addresses: new AddressBook({ allow, dnsServers }) }
}

/** What sends pushes to members' browsers. */
function createPushes(
  { database, logger, push }: Parts,
  metrics: CarrierMetrics,
): ReturnType<typeof createPushSending> {
  const count = (outcome: string) => metrics.sent('push', outcome)
  return createPushSending({ database, sender: new PushSender(push), count, logger })
}

/** An answer of a shop holds fifty records. */
const SHOP_LIMITS = { timeoutMs: 20_000, bytes: 16 * 1024 * 1024 }

/** What shops are asked through: addresses that people typed, so only public ones, and those that the operator allows. */
function createShops({ platformAllowCidrs: allow, webhookDnsServers: dnsServers, baseUrl, shopifyUrl }: Config): Shops {
  return new Shops(createVettedFetch(new AddressBook({ allow, dnsServers }), SHOP_LIMITS), { baseUrl, shopifyUrl })
}

/** What brings in what shops tell, and reads those that can be read. */
function createMirror({ config, logger, database, files, registry, shops }: Parts): Mirror {
  watchPlatformQueue(registry, database)
  const mail = config.mail ? { inboxUrl: `${config.baseUrl}/inbox` } : null
  const everyMs = config.platformPullEveryMs
  return new Mirror({ database, files, mail, shops, metrics: mirrorMetrics(registry), everyMs, logger })
}

/** Our own door for mail; null where it is off. */
async function createMailDoor({
  config,
  logger,
  database,
  registry,
  mailKeys,
}: Pick<Parts, 'config' | 'logger' | 'database' | 'registry' | 'mailKeys'>): Promise<MailDoorServer | null> {
  const { host, inboundMail } = config
  if (!inboundMail) return null
  const { MailDoorServer } = await import('#surfaces/mail/door.ts') // with its library: not where the door is off
  return new MailDoorServer({ host, ...inboundMail, keys: mailKeys, database, registry, logger })
}

/** What the inbox asks of the channels, and tells its admins of them. */
function createChannelsForMembers(
  { config, graph, channelAddresses: addresses, counters, mailKeys: keys }: Parts,
  abilities: ChannelAbilities,
): ChannelsForMembers {
  const { baseUrl, inboundMail } = config
  const messengers = graph && { webhookUrl: `${baseUrl}/channels/meta` }
  const meta = { messengers, sendsMail: abilities.sendsMail, inboundDomain: inboundMail?.domain ?? null, baseUrl }
  const email = {
    sender: new MailSender({ addresses }),
    addresses,
    dnsServers: config.webhookDnsServers,
    mail: config.mail,
    inboundDomain: meta.inboundDomain,
    keys,
    limits: new MinuteLimits(counters.counter, 0),
  }
  return { abilities, meta, ...channelsForMembers(graph, email) }
}

/** What the AI agent decides with, in the worker and for members who try it. */
async function createAiParts({
  config,
  logger,
  database,
  registry,
  files,
  shops,
}: Pick<Parts, 'config' | 'logger' | 'database' | 'registry' | 'files' | 'shops'>) {
  const metrics = aiAgentMetrics(registry)
  const addresses = new AddressBook({ allow: config.aiAllowCidrs, dnsServers: config.webhookDnsServers })
  const model = config.model && new AnswerModel({ settings: config.model, addresses, logger, count: metrics.asked })
  const platform = withLiveOrders(localPlatform(config.baseUrl), { bus: database.bus, shops, files, logger })
  const embeddings = await openEmbeddings(config, { addresses, database, logger, count: metrics.embedded })
  return { metrics, embeddings, parts: { platform, model, embeddings: embeddings?.articles } }
}

/** What finds articles by meaning: nothing of it is loaded where no embedding model is configured. */
async function openEmbeddings(
  { model }: Config,
  outside: Omit<Parameters<typeof createEmbeddings>[0], 'settings'>,
): Promise<Embeddings | undefined> {
  if (!model?.embeddingModel || !model.baseUrl) return undefined
  const { createEmbeddings } = await import('#ai-agent/embeddings/embeddings.ts')
  const { baseUrl, embeddingModel, ...settings } = model
  return createEmbeddings({ ...outside, settings: { ...settings, baseUrl, model: embeddingModel } })
}

function createDispatcher({ config, logger, database, addresses, registry }: Parts): Dispatcher {
  return new Dispatcher({
    database,
    deliverer: new Deliverer({ addresses, timeoutMs: config.webhookTimeoutMs }),
    delaysMs: config.webhookRetryDelaysMs,
    timeoutMs: config.webhookTimeoutMs,
    metrics: dispatcherMetrics(registry, database),
    logger,
  })
}
