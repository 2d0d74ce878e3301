import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after } from 'node:test'

/** A message that a bot posted. */
export interface SlackPost {
  channel: string
  text: string
  threadTs: string | null
  ts: string
}

/** Slack's Web API as far as a bot posts and looks people up, and its signed events. */
export interface SlackDouble {
  /** What an admin enters. */
  setup: { token: string; signingSecret: string; channelId: string }
  posts: SlackPost[]
  /** Email addresses of people, by their ids. */
  people: Map<string, string>
  /** Answers to the next calls instead of what they would get: an error's code, or a status. */
  troubles: (string | number)[]
  /** What the service is started with to use it. */
  env: Record<string, string>
  /** Sends a signed event; `change` what is sent. Returns status and body. */
  deliver(url: string, body: object | string, change?: DeliveryChange): Promise<{ status: number; text: string }>
  /** An event of a person's message in a thread. */
  messageEvent(threadTs: string, words: { user: string; text: string } & Record<string, unknown>): object
}

interface DeliveryChange {
  signature?: string
  /** Seconds since 1970. */
  timestamp?: number
  retry?: number
}

export async function startSlack(): Promise<SlackDouble> {
  const setup = {
    token: `xoxb-${randomUUID()}`,
    signingSecret: randomBytes(16).toString('hex'),
    channelId: `C${randomBytes(5).toString('hex').toUpperCase()}`,
  }
  const slack = { setup, posts: [], people: new Map(), troubles: [] } as unknown as SlackDouble
  let last = 0
  const nextTs = () => `1790000000.${String(++last).padStart(6, '0')}`

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const form = new URLSearchParams(await text(request))
    const say = (body: object, status = 200, headers = {}) =>
      void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
    const trouble = slack.troubles.shift()
    if (typeof trouble === 'number') return say({}, trouble, { 'retry-after': '0' })
    if (trouble !== undefined) return say({ ok: false, error: trouble })
    if (request.headers.authorization !== `Bearer ${setup.token}`) return say({ ok: false, error: 'invalid_auth' })
    if (request.url === '/api/auth.test') return say({ ok: true, team_id: 'T1', team: 'Acme', user_id: 'UBOT' })
    if (request.url === '/api/users.info') {
      const email = slack.people.get(form.get('user') ?? '')
      return say({ ok: true, user: { profile: { ...(email && { email }) } } })
    }
    if (request.url !== '/api/chat.postMessage') return say({ ok: false, error: 'unknown_method' })
    if (form.get('channel') !== setup.channelId) return say({ ok: false, error: 'channel_not_found' })
    const ts = nextTs()
    slack.posts.push({
      channel: setup.channelId,
      text: form.get('text') ?? '',
      threadTs: form.get('thread_ts'),
      ts,
    })
    return say({ ok: true, ts, channel: setup.channelId })
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  slack.env = {
    SLACK_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    CHANNEL_ALLOW_CIDRS: '127.0.0.0/8',
  }
  slack.messageEvent = (threadTs, { user, text: words, ...more }) => ({
    type: 'event_callback',
    event_id: `Ev${randomUUID()}`,
    event: { type: 'message', channel: setup.channelId, user, text: words, ts: nextTs(), thread_ts: threadTs, ...more },
  })
  slack.deliver = async (url, content, { signature, timestamp = Math.floor(Date.now() / 1_000), retry } = {}) => {
    const body = typeof content === 'string' ? content : JSON.stringify(content)
    const mac = createHmac('sha256', setup.signingSecret).update(`v0:${timestamp}:${body}`).digest('hex')
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-slack-request-timestamp': String(timestamp),
        'x-slack-signature': signature ?? `v0=${mac}`,
        ...(retry !== undefined && { 'x-slack-retry-num': String(retry), 'x-slack-retry-reason': 'http_timeout' }),
      },
      body,
    })
    return { status: response.status, text: await response.text() }
  }
  return slack
}
