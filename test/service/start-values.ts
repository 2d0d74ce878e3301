import { readConfig } from '#config'

/** A configuration that sets every variable, each to a value that can be used. */
export const GOOD: Record<string, string> = {
  HOST: '127.0.0.1',
  PORT: '3000',
  BASE_URL: 'https://chat.example.com',
  DATA_DIR: './data',
  DATABASE_URL: 'postgres://parley:secret@db.internal:5432/parley',
  FILES_URL: 'https://key:secret@bucket.example.com/files?region=eu-west-1',
  REDIS_URL: 'redis://cache.internal:6379/1',
  ROLE: 'web',
  SECRET_KEY: Buffer.alloc(32, 'a').toString('base64'),
  OPERATOR_TOKEN: 'x'.repeat(32),
  RATE_LIMIT_PER_KEY: '120',
  RATE_LIMIT_PER_IP: '300',
  STOREFRONT_LIMIT_PER_IP: '6000',
  COUNTRY_HEADER: 'CF-IPCountry',
  TRUST_PROXY: '127.0.0.1,10.0.0.0/8',
  WEBHOOK_RETRY_DELAYS: '10s,1m,5m,30m,2h,6h',
  WEBHOOK_TIMEOUT: '10s',
  WEBHOOK_ALLOW_CIDRS: '10.0.0.0/8,fd00::/8',
  WEBHOOK_DNS_SERVERS: '1.1.1.1,[::1]:53',
  MCP_ALLOWED_ORIGINS: 'https://app.example.com',
  LOG_LEVEL: 'info',
  STOP_DELAY: '5s',
  DEMO: '0',
  AI_PROVIDER: 'openai-compatible',
  AI_BASE_URL: 'http://127.0.0.1:11434/v1',
  AI_API_KEY: 'key',
  AI_MODEL: 'qwen3',
  AI_EMBEDDING_MODEL: 'bge-m3',
  AI_TIMEOUT: '30s',
  AI_TOKENS_PER_DAY: '100000',
  AI_ALLOW_CIDRS: '127.0.0.0/8',
  AI_ACTION_ALLOW_CIDRS: '10.0.0.0/8',
  SMTP_URL: 'smtps://user:secret@mail.example.com:465',
  MAIL_FROM: 'Shop <help@shop.example>',
  MISSED_REPLY_AFTER: '5m',
  MISSED_NEWS_AFTER: '10m',
  INBOUND_SMTP_PORT: '2525',
  INBOUND_DOMAIN: 'in.example.com',
  INBOUND_SMTP_CERT: 'cert.pem',
  INBOUND_SMTP_KEY: 'key.pem',
  META_APP_SECRET: 'secret',
  META_VERIFY_TOKEN: 'token',
  TRANSLATE_URL: 'https://api-free.deepl.com',
  TRANSLATE_API_KEY: 'key',
  META_GRAPH_URL: 'https://graph.facebook.com/v24.0',
  SLACK_API_URL: 'https://slack.com/api',
  MICROSOFT_CLIENT_ID: 'app',
  MICROSOFT_CLIENT_SECRET: 'secret',
  MICROSOFT_AUTHORITY: 'https://login.microsoftonline.com/organizations',
  MICROSOFT_SMTP_URL: 'smtp://smtp.office365.com:587',
  MICROSOFT_IMAP_URL: 'imaps://outlook.office365.com',
  GOOGLE_CLIENT_ID: 'app',
  GOOGLE_CLIENT_SECRET: 'secret',
  GOOGLE_AUTHORITY: 'https://accounts.google.com',
  GOOGLE_SMTP_URL: 'smtps://smtp.gmail.com',
  GOOGLE_IMAP_URL: 'imaps://imap.gmail.com',
  CHANNEL_ALLOW_CIDRS: '10.0.0.0/8',
  OIDC_ISSUER: 'https://id.example.com/realms/shop',
  OIDC_CLIENT_ID: 'parley',
  OIDC_CLIENT_SECRET: 'secret',
  OIDC_NAME: 'Keycloak',
  OIDC_ALLOW_CIDRS: '10.0.0.0/8',
  VAPID_PRIVATE_KEY: Buffer.alloc(32, 'a').toString('base64url'),
  PUSH_ALLOW_CIDRS: '10.0.0.0/8',
  PLATFORM_ALLOW_CIDRS: '10.0.0.0/8',
  SHOPIFY_URL: 'https://{shop}',
  PLATFORM_PULL_EVERY: '15m',
}

/** Values that nobody means, and some that are right for one variable only. */
export const HOSTILE = [
  ...['', ' ', '\t', '\n', 'x', 'two words', 'é', '\u0001', 'a\nb', 'a\u2028b', '\u007f', '{}', '{shop}'],
  ...['-1', '0', '1', '1.5', '1e9', '0x10', '65536', '99999', '9'.repeat(30), 'NaN', 'Infinity', 'null', 'true'],
  ...['x'.repeat(20_000), '1'.repeat(20_000), `${'a.'.repeat(10_000)}a`, '1.1.1.1,'.repeat(2_000)],
  ...['0s', '5', '-5m', '1.5h', '999999999h', '10s,10s', '1s,1s,1s,1s,1s,999999999h'],
  ...['%', '%zz', ',', ',,', '-', '_', '.', '..', '/', '@', ':', '::', '-bad', '<>', '<a@b>', 'a@b@c'],
  ...['999.1.1.1', '1.1.1.1:99999', '1.1.1.1:', '0.0.0.0', '0.0.0.0/0', '0.0.0.0/00', '10.0.0.0/99', '1.1.1.1,'],
  ...['::1', '[::1]', '::/0', '[::1]:53', '[::1]:99999', '::ffff:10.0.0.1/104', 'fe80::1%eth0', 'fe80::1%eth-0'],
  ...['http:', 'http:x', 'http://', 'http://x:99999', 'http://x:-1', 'http://u:%zz@x', ' http://x ', 'http://a\nb'],
  ...['https://u:%zz@x/b', 'https://u:p@x/', 'javascript:alert(1)', 'https://{shop}:99999', 'file:///etc/passwd'],
  ...['redis:x', 'redis://', 'redis://x/abc', 'redis://u:%zz@x', 'redis://x:99999', 'rediss://x/1.5'],
  ...['postgres:', 'postgres://x:99999/y', 'postgres://u:%zz@x/y', 'mysql://ana:hunter2@db.example/shop'],
  ...['smtp:', 'smtp://x:99999', 'smtp://u:%zz@x', 'ana:hunter2@db', 'x://ana:hunt@hunter2@db'],
]

/** The lines that the configuration is refused with; none where it is taken. */
export function linesOf(env: Record<string, string>): string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if ((error as Error).constructor.name !== 'ConfigError') throw error
    return (error as Error).message.split(/[\r\n\u2028\u2029]/)
  }
}
