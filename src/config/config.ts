import {
  duration,
  isHost,
  isNameServer,
  isNetwork,
  isPrivateKey,
  oneOf,
  originUrl,
  readBucket,
  redisUrl,
  refusal,
  url,
  wholeNumber,
} from './values.ts'

/**
 * The service's configuration (spec C1.6). This file is the only reader of `process.env`, and one piece: all variables are checked
 * in one pass, so that a start reports all mistakes together.
 */
export interface Config {
  /** Address to listen on. */
  host: string
  port: number
  /** The public address, without a slash at its end; used in links and scripts. */
  baseUrl: string
  /** The embedded database and uploads. */
  dataDir: string
  /** A PostgreSQL 15+ server instead of the embedded one. */
  databaseUrl: string | undefined
  /** The bucket for files that are sent; without one they are in `dataDir`. */
  filesBucket: ReturnType<typeof readBucket>
  /** Shared rate counters when several processes serve. */
  redisUrl: string | undefined
  /** Which parts this process runs. */
  role: 'web' | 'worker' | 'all'
  /** Encrypt stored secrets: the first does, the others only open what they stored. Empty: the file in `dataDir`. */
  secretKeys: Buffer[]
  /** Turns the operator API on. */
  operatorToken: string | undefined
  /** Requests per minute for a key and for an address; 0 turns the limit off. */
  rateLimitPerKey: number
  rateLimitPerIp: number
  /** Storefront limits per client IP: requests per minute, and open sockets; 0 for no limit. */
  storefrontLimitPerIp: number
  /** The header, in lower case, in which a proxy says which country a shopper is in; undefined: nobody knows. */
  countryHeader: string | undefined
  /** Peers whose X-Forwarded-For is believed. */
  trustProxy: string[]
  /** The six waits between the seven delivery attempts, in milliseconds. */
  webhookRetryDelaysMs: number[]
  /** The whole attempt, name look-up included, in milliseconds. */
  webhookTimeoutMs: number
  /** Networks that deliveries may reach although they are not public. */
  webhookAllowCidrs: string[]
  /** Name servers for deliveries; empty means the system's. */
  webhookDnsServers: string[]
  /** Browser origins that may call /mcp, beside the service's own and loopback ones. */
  mcpAllowedOrigins: string[]
  logLevel: string
  /** How long a stopping process continues to serve, with /readyz at 503, in milliseconds. */
  stopDelayMs: number
  /** Whether an empty database gets the demo store. */
  demo: boolean
  /** The model that the AI agent asks; undefined: it works offline. */
  model: ModelConfig | undefined
  /** Networks that the model's provider may be in although they are not public. */
  aiAllowCidrs: string[]
  /** Networks that own actions of stores may reach although they are not public. */
  aiActionAllowCidrs: string[]
  /** The service's own mail, and that of mailboxes without a server; undefined: none leaves. */
  mail: MailConfig | undefined
  /** Our own door for mail; undefined: it is off. */
  inboundMail: InboundMailConfig | undefined
  /** The operator's Meta app; undefined: the three messengers are off. */
  meta: MetaConfig | undefined
  /** Slack's API, without a slash at its end. */
  slackApiUrl: string
  /** DeepL or LibreTranslate; undefined: the model translates where there is one. */
  translation: TranslationConfig | undefined
  /** The operator's apps for mailboxes that are signed in to by OAuth, by provider; without one it is not offered. */
  mailboxApps: Partial<Record<'microsoft' | 'google', MailboxAppConfig>>
  /** Networks that mail servers, META_GRAPH_URL, SLACK_API_URL, TRANSLATE_URL and mailboxes' authorities may be in although they are not public. */
  channelAllowCidrs: string[]
  /** The operator's issuer of OpenID Connect; undefined: members of stores without their own sign in otherwise. */
  oidc: OidcConfig | undefined
  /** Networks that issuers may be in although they are not public. */
  oidcAllowCidrs: string[]
  /** What push services know the service by: private keys of P-256, the newest first; empty: made of the secret key. */
  pushKeys: Buffer[]
  /** Networks that push services may be in although they are not public. */
  pushAllowCidrs: string[]
  /** Networks that shops may be in although they are not public. */
  platformAllowCidrs: string[]
  /** Address of shops at Shopify, with {shop} for a shop's name there. */
  shopifyUrl: string
  /** How often a shop is read for what changed, in milliseconds. */
  platformPullEveryMs: number
}

/** The server for outgoing mail (spec C11.1). */
export interface MailConfig {
  /** smtp:// or smtps://, with user and password. */
  url: string
  /** Sender of the service's own mail: an address, or a name with one in angle brackets. */
  from: string
  /** When a shopper who left and has not read a reply gets it by mail, in milliseconds. */
  missedReplyAfterMs: number
  /** When a member who is away gets what they have not seen by mail, in milliseconds. */
  missedNewsAfterMs: number
}

/** Our own door for mail (spec C11.2). */
export interface InboundMailConfig {
  port: number
  /** What mail comes in for. */
  domain: string
  /** Files of the certificate for STARTTLS and of its key; undefined: one that proves nothing. */
  certificate: { cert: string; key: string } | undefined
}

/** Meta's three messengers (spec C11.14). */
export interface MetaConfig {
  appSecret: string
  verifyToken: string
  /** The Graph API's address with its version, without a slash at its end. */
  graphUrl: string
}

/** The service that translates (spec C13.15). */
export interface TranslationConfig {
  /** Its address, without a slash at its end. */
  url: string
  apiKey: string | undefined
}

/** An app at a provider of mailboxes (spec C13.11). */
export interface MailboxAppConfig {
  clientId: string
  clientSecret: string
  /** Address where members sign in, without a slash at its end. */
  authority: string
  /** The provider's servers, without user and password. */
  smtpUrl: string
  imapUrl: string
}

/** The issuer of OpenID Connect for all stores (spec C17). */
export interface OidcConfig {
  /** As its discovery document names it. */
  issuer: string
  clientId: string
  clientSecret: string
  /** On the button of the sign-in page. */
  name: string
}

/** The provider of a model, and the limits of asking it (spec C10.11, C10.13). */
export interface ModelConfig {
  provider: 'openai-compatible' | 'anthropic'
  /** The provider's address, without a slash at its end; undefined: the library's own, for anthropic. */
  baseUrl: string | undefined
  apiKey: string | undefined
  name: string
  /** Makes vectors of articles and questions; undefined: words alone find articles. Of openai-compatible only. */
  embeddingModel: string | undefined
  /** All calls for one answer together, in milliseconds. */
  timeoutMs: number
  /** A store's tokens a UTC day, in and out together; undefined for no limit. */
  tokensPerDay: number | undefined
}

/** Values that cannot be used: one line for each, with its name, its value and what is expected. */
export class ConfigError extends Error {}

export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const problems: string[] = []
  /** Reads one variable; an empty one counts as unset. */
  function read<T>(
    name: string,
    fallback: string | undefined,
    expected: string,
    parse: (text: string) => T | undefined,
  ): T | undefined {
    const text = env[name] || fallback
    if (text === undefined) return undefined
    const value = parse(text)
    if (value === undefined) problems.push(refusal(name, text, expected))
    return value
  }
  /** A variable that another one needs. One that is set and cannot be used has its line already. */
  const need = (name: string, why: string) => {
    if (!env[name]) problems.push(`${name} is not set: ${why}`)
  }
  const must = <T>(name: string, fallback: string, expected: string, parse: (text: string) => T | undefined): T =>
    read(name, fallback, expected, parse) as T
  const list = (name: string, expected: string, isGood: (item: string) => boolean): string[] =>
    read(name, undefined, expected, (text) => {
      const items = text.split(',').map((item) => item.trim())
      return items.every(isGood) ? items : undefined
    }) ?? []

  function readModel(): ModelConfig | undefined {
    const provider = read('AI_PROVIDER', undefined, 'openai-compatible or anthropic', (t) =>
      oneOf(t, ['openai-compatible', 'anthropic'] as const),
    )
    const baseUrl = read('AI_BASE_URL', undefined, 'an http or https address', (t) =>
      url(t, ['http:', 'https:'])?.replace(/(?<!\/)\/+$/, ''),
    )
    const apiKey = read('AI_API_KEY', undefined, 'a key', (t) => t)
    const name = read('AI_MODEL', undefined, 'the name of a model', (t) => t)
    const embeddingModel = read('AI_EMBEDDING_MODEL', undefined, 'the name of a model', (t) => t)
    const timeoutMs = must('AI_TIMEOUT', '30s', 'a duration of up to 2m, such as 30s', (t) => {
      const ms = duration(t)
      return ms !== undefined && ms > 0 && ms <= 120_000 ? ms : undefined
    })
    const tokensPerDay = read('AI_TOKENS_PER_DAY', undefined, 'a number of tokens', (t) => wholeNumber(t, 1e12))
    if (!provider) return undefined
    need('AI_MODEL', 'AI_PROVIDER needs the name of a model')
    if (provider === 'openai-compatible') {
      need('AI_BASE_URL', 'openai-compatible needs the address of its API, such as http://127.0.0.1:11434/v1')
    }
    if (embeddingModel && provider === 'anthropic') {
      const expected = 'it unset, for AI_PROVIDER=anthropic has no embedding models'
      problems.push(refusal('AI_EMBEDDING_MODEL', embeddingModel, expected))
    }
    return { provider, baseUrl, apiKey, name: name ?? '', embeddingModel, timeoutMs, tokensPerDay }
  }

  function readMail(): MailConfig | undefined {
    const smtpUrl = read('SMTP_URL', undefined, 'smtp://user:password@host:port or smtps://…', (t) =>
      url(t, ['smtp:', 'smtps:']),
    )
    const from = read('MAIL_FROM', undefined, 'an address such as Shop <help@shop.example>', (t) =>
      /^[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/.test(t) ? t : undefined,
    )
    const missedReplyAfterMs = must('MISSED_REPLY_AFTER', '5m', 'a duration such as 5m', duration)
    const missedNewsAfterMs = must('MISSED_NEWS_AFTER', '10m', 'a duration such as 10m', duration)
    if (!smtpUrl) return undefined
    need('MAIL_FROM', 'SMTP_URL needs the address that mail is from')
    return { url: smtpUrl, from: from ?? '', missedReplyAfterMs, missedNewsAfterMs }
  }

  function readInboundMail(): InboundMailConfig | undefined {
    const port = read('INBOUND_SMTP_PORT', undefined, 'a port, 0 to 65535', (t) => wholeNumber(t, 65_535))
    const domain = read('INBOUND_DOMAIN', undefined, 'a domain such as in.example.com', (t) =>
      /^(?=.{1,190}$)[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*$/i.test(t) ? t.toLowerCase() : undefined,
    )
    const cert = read('INBOUND_SMTP_CERT', undefined, 'the file of a certificate in PEM', (t) => t)
    const key = read('INBOUND_SMTP_KEY', undefined, 'the file of a key in PEM', (t) => t)
    if (port === undefined) return undefined
    need('INBOUND_DOMAIN', 'INBOUND_SMTP_PORT needs the domain that mail comes in for')
    if (cert) need('INBOUND_SMTP_KEY', 'INBOUND_SMTP_CERT needs the file of its key')
    if (key) need('INBOUND_SMTP_CERT', 'INBOUND_SMTP_KEY needs the file of its certificate')
    return { port, domain: domain ?? '', certificate: cert && key ? { cert, key } : undefined }
  }

  function readMeta(): MetaConfig | undefined {
    const appSecret = read('META_APP_SECRET', undefined, 'the secret of a Meta app', (t) => t)
    const verifyToken = read('META_VERIFY_TOKEN', undefined, 'a text of your choice', (t) => t)
    const graphUrl = must('META_GRAPH_URL', 'https://graph.facebook.com/v24.0', 'an http or https address', (t) =>
      url(t, ['http:', 'https:'])?.replace(/(?<!\/)\/+$/, ''),
    )
    if (!appSecret) return undefined
    need('META_VERIFY_TOKEN', 'META_APP_SECRET needs the token that webhooks are verified with')
    return { appSecret, verifyToken: verifyToken ?? '', graphUrl }
  }

  function readTranslation(): TranslationConfig | undefined {
    const address = read('TRANSLATE_URL', undefined, 'the http or https address of DeepL or LibreTranslate', (t) =>
      url(t, ['http:', 'https:'])?.replace(/(?<!\/)\/+$/, ''),
    )
    const apiKey = read('TRANSLATE_API_KEY', undefined, 'a key', (t) => t)
    if (!address) return undefined
    if (/^https?:\/\/([a-z-]+\.)?deepl\.com(\/|:|$)/i.test(address)) {
      need('TRANSLATE_API_KEY', 'TRANSLATE_URL needs the key of an account at DeepL')
    }
    return { url: address, apiKey }
  }

  /** `servers`: where mailboxes of the provider send and are read, unless the environment names others. */
  function readMailboxApp(
    prefix: 'MICROSOFT' | 'GOOGLE',
    servers: { authority: string; smtp: string; imap: string },
  ): MailboxAppConfig | undefined {
    const clientId = read(`${prefix}_CLIENT_ID`, undefined, 'the ID of an app', (t) => t)
    const clientSecret = read(`${prefix}_CLIENT_SECRET`, undefined, 'the secret of an app', (t) => t)
    const authority = must(`${prefix}_AUTHORITY`, servers.authority, 'an http or https address', (t) =>
      url(t, ['http:', 'https:'])?.replace(/(?<!\/)\/+$/, ''),
    )
    const server = (kind: 'smtp' | 'imap') =>
      must(`${prefix}_${kind.toUpperCase()}_URL`, servers[kind], `${kind}://host:port or ${kind}s://…`, (t) =>
        URL.parse(url(t, [`${kind}:`, `${kind}s:`]) ?? '')?.username === '' ? t.trim() : undefined,
      )
    const [smtpUrl, imapUrl] = [server('smtp'), server('imap')]
    if (clientSecret) need(`${prefix}_CLIENT_ID`, `${prefix}_CLIENT_SECRET needs the ID of its app`)
    if (clientId) need(`${prefix}_CLIENT_SECRET`, `${prefix}_CLIENT_ID needs the secret of its app`)
    return clientId && clientSecret ? { clientId, clientSecret, authority, smtpUrl, imapUrl } : undefined
  }

  function readOidc(): OidcConfig | undefined {
    const expected = 'the https address of an issuer, without a query and without /.well-known'
    const issuer = read('OIDC_ISSUER', undefined, expected, (t) =>
      url(t, ['http:', 'https:']) && !/[?#]|\/\.well-known\//.test(t) ? t.trim() : undefined,
    )
    const clientId = read('OIDC_CLIENT_ID', undefined, 'the ID of a client', (t) => t)
    const clientSecret = read('OIDC_CLIENT_SECRET', undefined, 'the secret of a client', (t) => t)
    const name = read('OIDC_NAME', undefined, 'up to 60 characters', (t) => (t.length <= 60 ? t : undefined))
    // One line for each variable that is missing.
    if (issuer && !clientId) need('OIDC_CLIENT_ID', 'OIDC_ISSUER needs the ID that it knows the service by')
    else if (issuer) need('OIDC_CLIENT_SECRET', 'OIDC_ISSUER needs the secret of its client')
    else if (clientId) need('OIDC_ISSUER', 'OIDC_CLIENT_ID needs the issuer that it is of')
    else if (clientSecret) need('OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET needs the ID of its client')
    if (!issuer) return undefined
    const ofClient = { clientId: clientId ?? '', clientSecret: clientSecret ?? '' }
    return { issuer, ...ofClient, name: name ?? new URL(issuer).hostname }
  }

  const microsoft = readMailboxApp('MICROSOFT', {
    authority: 'https://login.microsoftonline.com/common',
    smtp: 'smtp://smtp.office365.com:587',
    imap: 'imaps://outlook.office365.com:993',
  })
  const google = readMailboxApp('GOOGLE', {
    authority: 'https://accounts.google.com',
    smtp: 'smtps://smtp.gmail.com:465',
    imap: 'imaps://imap.gmail.com:993',
  })
  const host = must('HOST', '127.0.0.1', 'a host name or address to listen on', (t) => (isHost(t) ? t : undefined))
  const port = must('PORT', '3000', 'a port, 0 to 65535', (t) => wholeNumber(t, 65_535))
  const databaseUrl = read('DATABASE_URL', undefined, 'postgres://user:password@host:port/database', (t) =>
    url(t, ['postgres:', 'postgresql:']),
  )
  const config: Config = {
    host,
    port,
    baseUrl: must(
      'BASE_URL',
      `http://${host?.includes(':') ? `[${host}]` : host}:${port ?? 0}`, // a bad HOST or PORT is a problem of its own
      'an http or https address without a path, such as https://chat.example.com: Parley is served at the root of its own host',
      (t) => originUrl(t, ['http:', 'https:']),
    ),
    dataDir: must('DATA_DIR', './data', 'a directory', (t) => t),
    databaseUrl,
    filesBucket: read(
      'FILES_URL',
      undefined,
      'https://ACCESS_KEY:SECRET_KEY@host[:port]/bucket[/prefix]?region=… (or http), with / and + in the secret as %2F and %2B',
      readBucket,
    ),
    redisUrl: read('REDIS_URL', undefined, 'redis://host:port', redisUrl),
    role: must('ROLE', 'all', 'web, worker or all', (t) => oneOf(t, ['web', 'worker', 'all'] as const)),
    secretKeys:
      read('SECRET_KEY', undefined, '32 bytes in base64; an older key may follow after a comma', (t) => {
        const keys = t.split(',').map((item) => Buffer.from(item.trim(), 'base64'))
        return keys.every((key) => key.length === 32) ? keys : undefined
      }) ?? [],
    operatorToken: read('OPERATOR_TOKEN', undefined, 'at least 32 characters', (t) => (t.length >= 32 ? t : undefined)),
    rateLimitPerKey: must('RATE_LIMIT_PER_KEY', '120', 'requests a minute, 0 for no limit', (t) => wholeNumber(t, 1e9)),
    rateLimitPerIp: must('RATE_LIMIT_PER_IP', '300', 'requests a minute, 0 for no limit', (t) => wholeNumber(t, 1e9)),
    storefrontLimitPerIp: must(
      'STOREFRONT_LIMIT_PER_IP',
      '6000',
      'requests a minute and sockets, 0 for no limit',
      (t) => wholeNumber(t, 1e9),
    ),
    countryHeader: read('COUNTRY_HEADER', undefined, 'the name of a header, such as CF-IPCountry', (t) =>
      /^[\w-]{1,64}$/.test(t) ? t.toLowerCase() : undefined,
    ),
    trustProxy: list(
      'TRUST_PROXY',
      'addresses or networks, separated by commas, and not the whole internet (/0)',
      (t) => isNetwork(t) && !/\/0+$/.test(t),
    ),
    webhookRetryDelaysMs: must(
      'WEBHOOK_RETRY_DELAYS',
      '10s,1m,5m,30m,2h,6h',
      'six durations such as 10s,1m,5m,30m,2h,6h',
      (t) => {
        const delays = t.split(',').map((item) => duration(item.trim()))
        return delays.length === 6 && delays.every((d) => d !== undefined) ? (delays as number[]) : undefined
      },
    ),
    webhookTimeoutMs: must('WEBHOOK_TIMEOUT', '10s', 'a duration of up to 25s, such as 10s or 500ms', (t) => {
      const ms = duration(t)
      return ms !== undefined && ms > 0 && ms <= 25_000 ? ms : undefined
    }),
    webhookAllowCidrs: list('WEBHOOK_ALLOW_CIDRS', 'networks such as 10.0.0.0/8, separated by commas', isNetwork),
    webhookDnsServers: list('WEBHOOK_DNS_SERVERS', 'addresses of name servers, separated by commas', isNameServer),
    mcpAllowedOrigins: list(
      'MCP_ALLOWED_ORIGINS',
      'origins such as https://app.example.com, separated by commas',
      (t) => url(t, ['http:', 'https:']) !== undefined,
    ),
    logLevel: must('LOG_LEVEL', 'info', 'a pino level: trace, debug, info, warn, error, fatal or silent', (t) =>
      oneOf(t, ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const),
    ),
    stopDelayMs: must('STOP_DELAY', '0s', 'a duration of up to 5m, such as 5s', (t) => {
      const ms = duration(t)
      return ms !== undefined && ms <= 300_000 ? ms : undefined
    }),
    demo:
      must('DEMO', databaseUrl ? '0' : '1', '0 or 1', (t) => (t === '0' || t === '1' ? { on: t === '1' } : undefined))
        ?.on ?? false,
    model: readModel(),
    aiAllowCidrs: list('AI_ALLOW_CIDRS', 'networks such as 127.0.0.0/8, separated by commas', isNetwork),
    aiActionAllowCidrs: list('AI_ACTION_ALLOW_CIDRS', 'networks such as 10.0.0.0/8, separated by commas', isNetwork),
    mail: readMail(),
    inboundMail: readInboundMail(),
    meta: readMeta(),
    slackApiUrl: must('SLACK_API_URL', 'https://slack.com/api', 'an http or https address', (t) =>
      url(t, ['http:', 'https:'])?.replace(/(?<!\/)\/+$/, ''),
    ),
    translation: readTranslation(),
    mailboxApps: { ...(microsoft && { microsoft }), ...(google && { google }) },
    channelAllowCidrs: list('CHANNEL_ALLOW_CIDRS', 'networks such as 10.0.0.0/8, separated by commas', isNetwork),
    oidc: readOidc(),
    oidcAllowCidrs: list('OIDC_ALLOW_CIDRS', 'networks such as 10.0.0.0/8, separated by commas', isNetwork),
    pushKeys:
      read('VAPID_PRIVATE_KEY', undefined, '32 bytes in base64url; an older key may follow after a comma', (t) => {
        const keys = t.split(',').map((item) => Buffer.from(item.trim(), 'base64url'))
        return keys.every(isPrivateKey) ? keys : undefined
      }) ?? [],
    pushAllowCidrs: list('PUSH_ALLOW_CIDRS', 'networks such as 10.0.0.0/8, separated by commas', isNetwork),
    platformAllowCidrs: list('PLATFORM_ALLOW_CIDRS', 'networks such as 10.0.0.0/8, separated by commas', isNetwork),
    shopifyUrl: must('SHOPIFY_URL', 'https://{shop}', 'an http or https address with {shop} in it', (t) =>
      t.includes('{shop}')
        ? url(t.replace('{shop}', 'shop'), ['http:', 'https:']) && t.replace(/(?<!\/)\/+$/, '')
        : undefined,
    ),
    platformPullEveryMs: must('PLATFORM_PULL_EVERY', '15m', 'a duration of 1s or more, such as 15m', (t) => {
      const ms = duration(t)
      return ms !== undefined && ms >= 1_000 ? ms : undefined
    }),
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return config
}
