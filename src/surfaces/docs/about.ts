/** The words of the OpenAPI document that no route says. */

export const TITLE = 'Parley API'

/** Markdown, with links to the guides. */
export const describeApi = (
  guides: { title: string; url: string }[],
) => `A store's live-chat inbox for its own programs: read conversations,
reply, annotate, assign, resolve.

Every request carries an API key in \`X-Api-Key\`; the key decides which store it is about. Answers are
\`{"data": …}\`, with \`paging\` on lists; refusals are \`{"error": {"code", "message"}}\`.

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
}

/** Headers of every answer of the API, and one of 429 (spec 8). */
export const HEADERS = {
  'X-RateLimit-Limit': {
    description: 'Requests a minute: of the key or of the address, whichever has the least left.',
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
