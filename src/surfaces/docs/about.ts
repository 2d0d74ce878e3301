/** The words of the OpenAPI document that no route says. */

export const TITLE = 'Parley API'

/** Markdown, with links to the guides. */
export const describeApi = (
  guides: { title: string; url: string }[],
) => `A store's live-chat inbox for its own programs: read conversations,
reply, annotate, assign, resolve. Operations under *Operator* are for whoever runs the service.

Every request of a store's program carries an API key in \`X-Api-Key\`; the key decides which store it is about. Answers are
\`{"data": …}\`, with \`paging\` on lists; refusals are \`{"error": {"code", "message"}}\`.
An unknown query parameter is ignored, except one that differs from a known one only by case, brackets or number: 400.

Guides: ${guides.map(({ title, url }) => `[${title}](${url})`).join(' · ')}`

/** Tags in the order in which they are shown. */
export const TAGS: Record<string, string> = {
  Conversations: 'Find conversations, resolve or reopen them, assign them, mark them read.',
  Messages: 'Read what was said; send replies, internal notes, or the customer’s own words.',
  Tags: 'Short labels on conversations, gathered in a catalog.',
  Notes: 'A checklist beside a conversation, for the team only.',
  Attributes: 'Named values on a conversation.',
  Customers: 'Profiles of the people who chat, and their conversations.',
  Members: 'The team: who can be assigned and who can reply.',
  Webhooks: 'Subscriptions to signed events.',
  Events: 'What is sent to subscriptions: nine events, each a signed POST.',
  'Webhooks, older endpoints': 'Still served for those who use them; new integrations take those above.',
  'Operator: stores': 'For whoever runs the service: stores, their plans and settings.',
  'Operator: credentials': 'API keys and identity secrets of any store.',
  'Operator: data': 'Import, sample data, backup, moving a store.',
  'Operator: privacy': 'Redactions and requests for data.',
  'Operator: channels': 'Mailboxes, and accounts at the three messengers.',
  'Operator: shops': 'The shop that a store sells in.',
  'Operator: webhooks': 'The log of deliveries, redelivery, test events.',
}

/** Headers of every answer of the API, and one of 429 (spec 8.4). */
export const HEADERS = {
  'Idempotent-Replayed': {
    description: 'true where this is the first answer again, of a call with the same Idempotency-Key.',
    schema: { type: 'string' },
    example: 'true',
  },
  'X-RateLimit-Limit': {
    description: 'Requests per minute for the API key or the client IP, whichever has fewer left.',
    schema: { type: 'integer' },
    example: 120,
  },
  'X-RateLimit-Remaining': {
    description: 'Requests left after this one.',
    schema: { type: 'integer' },
    example: 119,
  },
  'Retry-After': {
    description: 'Seconds to stop for. Each request before that starts the wait anew.',
    schema: { type: 'integer' },
    example: 60,
  },
}

export const SECURITY_SCHEMES = {
  ApiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Api-Key',
    description: 'An API key of the store: `sk_` and 32 hex digits.',
  },
  OperatorToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The OPERATOR_TOKEN that the service was started with.',
  },
  WebhookAppId: { type: 'apiKey', in: 'header', name: 'X-Webhook-App-Id', description: 'The store’s App ID.' },
  WebhookSecret: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Webhook-Secret',
    description: 'The store’s API key where a subscription is made; afterwards its own `whsec_` secret.',
  },
}

interface General {
  name: string
  description: string
  code: string
  message: string
  headers?: object
  /** Only where something is sent. */
  ofBodies?: boolean
}

/** Refusals of any path, whatever is done there: by status. */
export const GENERAL: Record<string, General> = {
  405: {
    name: 'MethodNotAllowed',
    description: 'METHOD_NOT_ALLOWED: the path takes other methods; Allow names them.',
    code: 'METHOD_NOT_ALLOWED',
    message: 'This path takes GET, HEAD, POST.',
    headers: { Allow: { description: 'What the path takes.', schema: { type: 'string' }, example: 'GET, HEAD, POST' } },
  },
  413: {
    name: 'TooLarge',
    description: 'INVALID_PARAMS: the body is larger than 1 MiB, packed or unpacked.',
    code: 'INVALID_PARAMS',
    message: 'The body is too large; at most 1 MiB is accepted.',
    ofBodies: true,
  },
  415: {
    name: 'UnknownEncoding',
    description: 'INVALID_PARAMS: Content-Encoding is none of gzip, deflate and br.',
    code: 'INVALID_PARAMS',
    message: 'Content-Encoding "zstd" is not understood; send one of gzip, deflate, br, or none.',
    headers: {
      'Accept-Encoding': {
        description: 'What is understood.',
        schema: { type: 'string' },
        example: 'gzip, deflate, br',
      },
    },
    ofBodies: true,
  },
  431: {
    name: 'HeadersTooLarge',
    description: 'INVALID_PARAMS: path and headers together are larger than 16 KiB.',
    code: 'INVALID_PARAMS',
    message: 'The path and headers are too large; at most 16 KiB.',
  },
}

/** Refusals that read the same everywhere are named once: code and words of each, by status. */
export const REFUSALS: Record<string, { name: string; examples: [code: string, message: string][] }> = {
  400: { name: 'InvalidParams', examples: [['INVALID_PARAMS', 'limit must be a whole number of 1 or more.']] },
  401: {
    name: 'Unauthenticated',
    examples: [
      ['UNAUTHENTICATED', 'API key missing: send it in the X-Api-Key header.'],
      ['INVALID_API_KEY', 'API key unknown or revoked.'],
    ],
  },
  404: { name: 'NotFound', examples: [['NOT_FOUND', 'Conversation not found.']] },
  409: {
    name: 'ChannelUnavailable',
    examples: [['CHANNEL_UNAVAILABLE', 'The customer’s last message is more than 24 hours old.']],
  },
  429: {
    name: 'RateLimited',
    examples: [
      [
        'RATE_LIMITED',
        'Rate limit exceeded. Stop for a full 60 seconds: each request before that starts the wait anew.',
      ],
    ],
  },
}
