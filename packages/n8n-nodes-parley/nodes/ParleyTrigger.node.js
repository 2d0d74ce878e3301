const { createHmac, timingSafeEqual } = require('node:crypto')

const EVENTS = [
  'message.created',
  'message.updated',
  'message.removed',
  'conversation.created',
  'conversation.state_changed',
  'conversation.assigned',
  'conversation.tags_updated',
  'conversation.removed',
  'customer.created',
]
/** Seconds that a delivery is accepted for. */
const FRESH_S = 300

/** Starts a workflow when something happens in the chat. */
class ParleyTrigger {
  description = {
    displayName: 'Parley Trigger',
    name: 'parleyTrigger',
    icon: 'file:parley.svg',
    group: ['trigger'],
    version: 1,
    subtitle: '={{$parameter["events"].join(", ")}}',
    description: 'Starts the workflow when something happens in the live chat',
    defaults: { name: 'Parley Trigger' },
    inputs: [],
    outputs: ['main'],
    credentials: [{ name: 'parleyApi', required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
    properties: [
      {
        displayName: 'Events',
        name: 'events',
        type: 'multiOptions',
        required: true,
        default: ['message.created'],
        options: EVENTS.map((value) => ({ name: value, value })),
      },
    ],
  }

  webhookMethods = {
    default: {
      async checkExists() {
        const url = this.getNodeWebhookUrl('default')
        const { data } = await request(this, { method: 'GET', path: '' })
        const found = data.find((one) => one.url === url && one.isActive)
        const wanted = this.getNodeParameter('events')
        if (!found || wanted.length !== found.events.length || !wanted.every((event) => found.events.includes(event)))
          return false
        keep(this, found)
        return true
      },

      async create() {
        const url = this.getNodeWebhookUrl('default')
        const body = { url, events: this.getNodeParameter('events') }
        keep(this, (await request(this, { method: 'POST', path: '', body })).data)
        return true
      },

      async delete() {
        const kept = this.getWorkflowStaticData('node')
        if (kept.webhookId === undefined) return true
        try {
          await request(this, { method: 'DELETE', path: `/${encodeURIComponent(kept.webhookId)}` })
        } catch {
          return false
        }
        delete kept.webhookId
        delete kept.secret
        return true
      },
    },
  }

  async webhook() {
    const { secret } = this.getWorkflowStaticData('node')
    const { rawBody, headers } = this.getRequestObject()
    if (!isSigned(rawBody, headers, secret)) {
      this.getResponseObject().status(401).json({ error: 'The signature is missing, old, or does not match the body.' })
      return { noWebhookResponse: true }
    }
    return { workflowData: [[{ json: JSON.parse(rawBody.toString('utf8')) }]] }
  }
}

function keep(node, { id, secret }) {
  Object.assign(node.getWorkflowStaticData('node'), { webhookId: id, secret })
}

async function request(node, { method, path, body }) {
  const { baseUrl } = await node.getCredentials('parleyApi')
  const url = `${baseUrl.replace(/\/+$/, '')}/chat/webhooks${path}`
  return node.helpers.httpRequestWithAuthentication.call(node, 'parleyApi', {
    method,
    url,
    json: true,
    ...(body && { body }),
  })
}

/** Whether Parley signed these bytes in the last minutes: hex HMAC-SHA256 of `timestamp;body` keyed with the subscription's secret. */
function isSigned(rawBody, headers, secret) {
  const timestamp = String(headers['x-webhook-timestamp'] ?? '')
  const signature = String(headers['x-webhook-signature'] ?? '')
  if (!secret || !rawBody || !/^[0-9a-f]{64}$/.test(signature) || !/^\d{1,12}$/.test(timestamp)) return false
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > FRESH_S) return false
  const expected = createHmac('sha256', secret).update(`${timestamp};`).update(rawBody).digest()
  return timingSafeEqual(Buffer.from(signature, 'hex'), expected)
}

module.exports = { ParleyTrigger }
