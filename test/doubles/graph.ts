import { createHmac, randomInt, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

/** A file that was uploaded, and as what it was sent: `image`, `document`, `file` … */
export interface GraphFile {
  kind: string
  name: string
  type: string
  bytes: Buffer
}

/** A message that the Graph API took, or refused. */
export interface GraphSend {
  accountId: string
  recipient: string
  /** Empty for a file. */
  text: string
  file?: GraphFile
  /** A template, as it was sent. */
  template?: { name: string; language: { code: string }; components: object[] }
  token: string
  /** What it was called; null for one that was refused. */
  id: string | null
}

/** An error as the Graph API answers it, or something else that goes wrong. */
export type GraphTrouble =
  | { status: number; code: number; subcode?: number; message?: string; details?: string }
  /** Takes the message, and never tells. */
  | 'silence'
  /** Cuts the connection. `took`: after taking the message. */
  | 'cut'
  | 'took and cut'

/**
 * Meta's Graph API as far as messages go: it holds tokens, takes messages, answers each code when told to, sends signed
 * webhooks. A message to one person may be followed at once by others; whatever it takes, it counts.
 */
export interface GraphDouble {
  url: string
  appSecret: string
  verifyToken: string
  sends: GraphSend[]
  /** Files that were uploaded, by their ids. */
  uploads: Map<string, Omit<GraphFile, 'kind'>>
  /** What is to go wrong with the next uploads, in order; null for nothing. */
  uploadTroubles: (Extract<GraphTrouble, object> | null)[]
  /** What is to go wrong with the next messages, in order; null for nothing. */
  troubles: (GraphTrouble | null)[]
  /** Tokens that are refused with code 190. */
  revoked: Set<string>
  /** Files: at `url/media/NAME`, and by the id NAME; a promise is a file that takes its time. */
  media: Map<string, Buffer | Promise<Buffer>>
  /** Templates by WhatsApp Business Account, in Meta's form; an error answers the list with it. */
  templates: Map<string, object[] | Extract<GraphTrouble, object>>
  /** What the service is started with to use it. */
  env: Record<string, string>
  /** Sends a webhook to a service; answers the status. */
  deliver(baseUrl: string, body: object | string, signature?: string | null): Promise<number>
}

export async function startGraph(): Promise<GraphDouble> {
  const appSecret = randomUUID()
  const verifyToken = randomUUID()
  const graph = {
    sends: [],
    uploads: new Map(),
    uploadTroubles: [],
    troubles: [],
    revoked: new Set(),
    media: new Map(),
    templates: new Map(),
  } as unknown as GraphDouble
  const server = createServer((request, response) => void answer(graph, request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v24.0`
  return Object.assign(graph, {
    url,
    appSecret,
    verifyToken,
    env: {
      META_APP_SECRET: appSecret,
      META_VERIFY_TOKEN: verifyToken,
      META_GRAPH_URL: url,
      CHANNEL_ALLOW_CIDRS: '127.0.0.0/8',
    },
    async deliver(baseUrl: string, body: object | string, signature?: string | null) {
      // Meta escapes what is not ASCII before it signs.
      const text =
        typeof body === 'string'
          ? body
          : JSON.stringify(body).replace(
              /[\u0080-\uffff]/g,
              (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
            )
      const right = `sha256=${createHmac('sha256', appSecret).update(text).digest('hex')}`
      const response = await fetch(`${baseUrl}/channels/meta`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(signature === null ? {} : { 'x-hub-signature-256': signature ?? right }),
        },
        body: text,
      })
      await response.arrayBuffer()
      return response.status
    },
  })
}

async function answer(graph: GraphDouble, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://graph')
  const [, , accountId = '', action] = pathname.split('/').map(decodeURIComponent)
  const token = (request.headers.authorization ?? '').replace(/^Bearer /, '')
  const send = (status: number, body: object) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  if (accountId === 'media' && action) {
    const bytes = await graph.media.get(action)
    response.writeHead(bytes ? 200 : 404).end(bytes)
    return
  }
  if (graph.revoked.has(token) || !token) {
    send(401, { error: { message: 'Error validating access token', type: 'OAuthException', code: 190 } })
    return
  }
  const refuse = ({ status, code, subcode, message = 'refused', details }: Extract<GraphTrouble, object>) => {
    const more = { ...(subcode ? { error_subcode: subcode } : {}), ...(details ? { error_data: { details } } : {}) }
    send(status, { error: { message, type: 'OAuthException', code, ...more } })
  }
  if (action === 'message_templates') {
    const listed = graph.templates.get(accountId) ?? { status: 400, code: 100 }
    return 'code' in listed ? refuse(listed) : send(200, pageOf(listed, searchParams.get('after')))
  }
  if (request.method === 'GET') {
    if (graph.media.has(accountId)) send(200, { id: accountId, url: `${graph.url}/media/${accountId}` })
    // A token here is of the account that it names.
    else send(200, { id: accountId === 'me' ? token.split(':')[0] : accountId, name: `Account ${accountId}` })
    return
  }
  if (action === 'media' || action === 'message_attachments') {
    const trouble = graph.uploadTroubles.shift()
    if (trouble) return refuse(trouble)
    const id = String(randomInt(1e12, 1e13))
    graph.uploads.set(id, await uploadIn(request, Buffer.concat(chunks)))
    return send(200, action === 'media' ? { id } : { attachment_id: id })
  }
  const body = JSON.parse(Buffer.concat(chunks).toString('utf8'))
  const isWhatsApp = body.messaging_product === 'whatsapp'
  const recipient = isWhatsApp ? (body.to ?? body.recipient) : body.recipient.id
  const { text = '', file } = isWhatsApp ? whatsAppContent(graph, body) : messagingContent(graph, body.message)
  const sent = {
    accountId,
    recipient,
    text,
    token,
    ...(file && { file }),
    ...(body.template && { template: body.template }),
  }
  const trouble = graph.troubles.shift() ?? null
  const take = () => {
    const id = `${isWhatsApp ? 'wamid' : 'm'}.${randomUUID()}`
    graph.sends.push({ ...sent, id })
    return id
  }
  if (trouble === 'cut') return void request.socket.destroy()
  if (trouble === 'took and cut') {
    take()
    return void request.socket.destroy()
  }
  if (trouble === 'silence') return void take()
  if (trouble) {
    graph.sends.push({ ...sent, id: null })
    return refuse(trouble)
  }
  const id = take()
  send(
    200,
    isWhatsApp ? { messaging_product: 'whatsapp', messages: [{ id }] } : { recipient_id: recipient, message_id: id },
  )
}

const TEMPLATES_PAGE = 2

/** A page of templates, with cursors as Meta has them. */
function pageOf(templates: object[], after: string | null): object {
  const from = Number(after ?? 0)
  const to = from + TEMPLATES_PAGE
  const next = to < templates.length && { next: 'https://graph.example/next' }
  return { data: templates.slice(from, to), paging: { cursors: { before: String(from), after: String(to) }, ...next } }
}

/** The file of a multipart form. */
async function uploadIn(request: IncomingMessage, body: Buffer): Promise<Omit<GraphFile, 'kind'>> {
  const form = await new Response(body as Uint8Array<ArrayBuffer>, {
    headers: { 'content-type': request.headers['content-type'] ?? '' },
  }).formData()
  const file = (form.get('file') ?? form.get('filedata')) as File
  return { name: file.name, type: file.type, bytes: Buffer.from(await file.arrayBuffer()) }
}

interface Content {
  text?: string
  file?: GraphFile
}

function whatsAppContent({ uploads }: GraphDouble, body: Record<string, never> & { type: string }): Content {
  const content = body[body.type] as unknown as { body?: string; id?: string; filename?: string }
  const upload = uploads.get(content.id ?? '')
  if (!upload) return { text: content.body ?? '' }
  return { file: { ...upload, kind: body.type, name: content.filename ?? upload.name } }
}

function messagingContent(
  { uploads }: GraphDouble,
  { text, attachment }: { text?: string; attachment?: { type: string; payload: { attachment_id: string } } },
): Content {
  const upload = uploads.get(attachment?.payload.attachment_id ?? '')
  return {
    ...(text !== undefined && { text }),
    ...(upload && attachment && { file: { ...upload, kind: attachment.type } }),
  }
}

/** What a webhook tells of Messenger, Instagram and WhatsApp, as their public pages show it. */
export const webhooks = {
  messaging: (object: 'page' | 'instagram', accountId: string, ...events: object[]) => ({
    object,
    entry: [{ id: accountId, time: Date.now(), messaging: events }],
  }),
  text: (
    accountId: string,
    sender: string,
    text: string,
    more: { mid?: string; at?: number; message?: object } = {},
  ) => ({
    sender: { id: sender },
    recipient: { id: accountId },
    timestamp: more.at ?? Date.now(),
    message: { mid: more.mid ?? `m.${randomUUID()}`, text, ...more.message },
  }),
  echo: (accountId: string, recipient: string, text: string, mid = `m.${randomUUID()}`) => ({
    sender: { id: accountId },
    recipient: { id: recipient },
    timestamp: Date.now(),
    message: { mid, text, is_echo: true, app_id: 1 },
  }),
  whatsApp: (phoneNumberId: string, value: object) => ({
    object: 'whatsapp_business_account',
    entry: [
      {
        id: 'waba',
        changes: [
          {
            field: 'messages',
            value: {
              messaging_product: 'whatsapp',
              metadata: { display_phone_number: '15550001111', phone_number_id: phoneNumberId },
              ...value,
            },
          },
        ],
      },
    ],
  }),
  whatsAppText: (
    from: string,
    text: string,
    more: { id?: string; at?: number; name?: string; userId?: string } = {},
  ) => ({
    contacts: [
      { profile: { name: more.name ?? 'Kim' }, wa_id: from, ...(more.userId ? { user_id: more.userId } : {}) },
    ],
    messages: [
      {
        from,
        id: more.id ?? `wamid.${randomUUID()}`,
        timestamp: String(Math.floor((more.at ?? Date.now()) / 1000)),
        type: 'text',
        text: { body: text },
      },
    ],
  }),
  template: (businessId: string, value: object) => ({
    object: 'whatsapp_business_account',
    entry: [{ id: businessId, time: 1, changes: [{ field: 'message_template_status_update', value }] }],
  }),
  status: (id: string, recipient: string, status: string, errors?: object[]) => ({
    statuses: [{ id, recipient_id: recipient, status, timestamp: '1', ...(errors ? { errors } : {}) }],
  }),
}
