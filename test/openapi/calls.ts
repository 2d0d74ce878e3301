import type { Client } from 'openapi-fetch'
import type { paths } from './types.d.ts'

/** The records that calls name. */
export interface Known {
  operatorToken: string
  appId: string
  key: string
  shopId: string
  memberId: string
  customerUuid: string
  /** One with a summary, browsed pages and messages. */
  conversationId: string
}

/**
 * Calls every operation of the API as a reader of its types would write it. (A longer file: it is one list.) Each call
 * is judged by the client's middleware (contract/openapi.test.ts), so that nothing is looked at here but what the next
 * call needs.
 */
export async function callEverything(client: Client<paths>, known: Known): Promise<void> {
  const { memberId, customerUuid, key, appId, shopId } = known
  const id = known.conversationId
  const path = { id }

  const store = { headers: { 'X-Api-Key': key } }
  await client.GET('/chat/conversations', { ...store, params: { query: { status: 'open', limit: 5, tag: ['vip'] } } })
  await client.GET('/chat/conversations', store)
  await client.GET('/chat/conversations/{id}', { ...store, params: { path } })
  await client.GET('/chat/conversations/{id}/related', { ...store, params: { path } })
  await client.GET('/chat/conversations/{id}/browsed-pages', { ...store, params: { path } })
  await client.GET('/chat/conversations/{id}/summary', { ...store, params: { path } })
  for (const status of ['resolved', 'open'] as const) {
    await client.POST('/chat/conversations/{id}/state', { ...store, params: { path }, body: { status } })
  }
  await client.POST('/chat/conversations/{id}/assign', { ...store, params: { path }, body: { memberId } })
  await client.POST('/chat/conversations/{id}/assign', { ...store, params: { path }, body: { memberId: null } })
  await client.POST('/chat/conversations/{id}/read', { ...store, params: { path } })
  await client.POST('/chat/conversations/{id}/typing', { ...store, params: { path }, body: { memberId, active: true } })

  const { data: sent } = await client.POST('/chat/conversations/{id}/messages', {
    ...store,
    params: { path },
    body: { text: 'It leaves today.', memberId },
  })
  const messageId = sent?.data.id ?? ''
  await client.GET('/chat/conversations/{id}/messages', { ...store, params: { path, query: { order: 'desc' } } })
  await client.GET('/chat/conversations/{id}/messages/{messageId}', { ...store, params: { path: { id, messageId } } })

  await client.GET('/chat/tags', store)
  await client.POST('/chat/conversations/{id}/tags', { ...store, params: { path }, body: { tags: ['vip', 'late'] } })
  await client.DELETE('/chat/conversations/{id}/tags/{tag}', { ...store, params: { path: { id, tag: 'late' } } })

  const { data: note } = await client.POST('/chat/conversations/{id}/notes', {
    ...store,
    params: { path },
    body: { text: 'Ask the warehouse' },
  })
  const notePath = { id, noteId: note?.data.id ?? '' }
  await client.PUT('/chat/conversations/{id}/notes/{noteId}', {
    ...store,
    params: { path: notePath },
    body: { text: 'Asked' },
  })
  await client.DELETE('/chat/conversations/{id}/notes/{noteId}', { ...store, params: { path: notePath } })

  const setAttribute = (value: string) =>
    client.POST('/chat/conversations/{id}/attributes', { ...store, params: { path }, body: { name: 'size', value } })
  const { data: attribute } = await setAttribute('M')
  await setAttribute('L')
  const attributePath = { id, attributeId: attribute?.data.id ?? '' }
  await client.GET('/chat/conversations/{id}/attributes', { ...store, params: { path } })
  await client.PUT('/chat/conversations/{id}/attributes/{attributeId}', {
    ...store,
    params: { path: attributePath },
    body: { value: 'XL' },
  })
  await client.DELETE('/chat/conversations/{id}/attributes/{attributeId}', {
    ...store,
    params: { path: attributePath },
  })

  await client.GET('/chat/customers/{customerUuid}', { ...store, params: { path: { customerUuid } } })
  await client.GET('/chat/customers/{customerUuid}/conversations', { ...store, params: { path: { customerUuid } } })
  await client.GET('/chat/members', store)
  await client.GET('/chat/members/{memberId}', { ...store, params: { path: { memberId } } })

  const { data: webhook } = await client.POST('/chat/webhooks', {
    ...store,
    body: { url: 'https://hooks.example.com/a', events: ['conversation.tags_updated'], metadata: { a: { b: 1 } } },
  })
  const subscription = webhook?.data.id ?? ''
  const webhookPath = { params: { path: { id: subscription } } }
  await client.GET('/chat/webhooks', store)
  await client.PUT('/chat/webhooks/{id}', { ...store, ...webhookPath, body: { isActive: true } })

  const operator = { headers: { Authorization: `Bearer ${known.operatorToken}` } }
  const ofStore = { ...operator, params: { path: { shopId } } }
  const ofSubscription = { ...operator, params: { path: { shopId, id: subscription } } }
  await client.GET('/operator/stores/{shopId}/webhooks', ofStore)
  const { data: test } = await client.POST('/operator/stores/{shopId}/webhooks/{id}/test', ofSubscription)
  const ofDelivery = { ...operator, params: { path: { shopId, deliveryId: test?.data.id ?? '' } } }
  await client.GET('/operator/stores/{shopId}/webhooks/{id}/health', ofSubscription)
  await client.GET('/operator/stores/{shopId}/webhooks/{id}/deliveries', ofSubscription)
  await client.GET('/operator/stores/{shopId}/deliveries/{deliveryId}', ofDelivery)
  await client.POST('/operator/stores/{shopId}/deliveries/{deliveryId}/redeliver', ofDelivery)
  await client.DELETE('/chat/webhooks/{id}', { ...store, ...webhookPath })

  for (const byId of [false, true]) {
    const { data: made } = await client.POST('/webhook/subscriptions', {
      headers: { 'X-Webhook-App-Id': appId, 'X-Webhook-Secret': key },
      body: { url: 'https://hooks.example.com/older', events: ['message.created'] },
    })
    const own = { headers: { 'X-Webhook-Secret': made?.data.secret ?? '' } }
    const ownId = { ...own, params: { path: { id: made?.data.id ?? '' } } }
    if (byId) {
      await client.GET('/webhook/subscriptions/{id}', ownId)
      await client.PUT('/webhook/subscriptions/{id}', { ...ownId, body: { isActive: false } })
      await client.DELETE('/webhook/subscriptions/{id}', ownId)
    } else {
      await client.GET('/webhook/subscriptions', own)
      await client.PUT('/webhook/subscriptions', { ...own, body: { events: ['message.updated'] } })
      await client.DELETE('/webhook/subscriptions', own)
    }
  }

  const { data: made } = await client.POST('/operator/stores', {
    ...operator,
    body: { name: 'New', plan: 'pro', owner: { email: 'new-owner@example.com' } },
  })
  const ofNew = { ...operator, params: { path: { shopId: made?.data.shopId ?? '' } } }
  await client.GET('/operator/stores', { ...operator, params: { query: { limit: 2 } } })
  await client.GET('/operator/stores/{shopId}', ofNew)
  await client.PATCH('/operator/stores/{shopId}', { ...ofNew, body: { settings: { autoAssign: true } } })
  const { data: newKey } = await client.POST('/operator/stores/{shopId}/keys', { ...ofNew, body: { name: 'Key' } })
  await client.GET('/operator/stores/{shopId}/keys', ofNew)
  await client.DELETE('/operator/stores/{shopId}/keys/{keyId}', {
    ...operator,
    params: { path: { ...ofNew.params.path, keyId: newKey?.data.id ?? '' } },
  })
  const { data: secret } = await client.POST('/operator/stores/{shopId}/identity-secrets', ofNew)
  await client.GET('/operator/stores/{shopId}/identity-secrets', ofNew)
  await client.DELETE('/operator/stores/{shopId}/identity-secrets/{secretId}', {
    ...operator,
    params: { path: { ...ofNew.params.path, secretId: secret?.data.id ?? '' } },
  })
  const { data: mailbox } = await client.POST('/operator/stores/{shopId}/channels', {
    ...ofNew,
    body: { channel: 'email', address: 'help@shop.example', smtp: { url: 'smtps://mail.shop.example' } },
  })
  const ofMailbox = { ...operator, params: { path: { ...ofNew.params.path, id: mailbox?.data.id ?? '' } } }
  await client.GET('/operator/stores/{shopId}/channels', ofNew)
  await client.POST('/operator/stores/{shopId}/channels/{id}/inbound-secret', ofMailbox)
  await client.DELETE('/operator/stores/{shopId}/channels/{id}', ofMailbox)
  await client.POST('/operator/stores/{shopId}/import', {
    ...ofNew,
    body: '{"kind":"contact","data":{"id":"ada"}}\n{"kind":"nonsense"}\n',
    bodySerializer: (lines) => lines,
    headers: { ...operator.headers, 'Content-Type': 'application/x-ndjson' },
  })
  await client.POST('/operator/stores/{shopId}/sample-data', {
    ...ofNew,
    body: { contacts: 1, conversations: 1, messagesPerConversation: 1, seed: 1 },
  })
  await client.POST('/operator/stores/{shopId}/migrate-legacy', ofNew)
  await client.POST('/operator/stores/{shopId}/privacy/data-request', { ...ofNew, body: { customerUuid: 'ada' } })
  await client.POST('/operator/stores/{shopId}/privacy/redact', { ...ofNew, body: { customerUuid: 'ada' } })
  await client.GET('/operator/backup', { ...operator, parseAs: 'arrayBuffer' })
  await client.POST('/operator/stores/{shopId}/uninstall', ofNew)
  await client.POST('/operator/stores/{shopId}/install', ofNew)
  await client.POST('/operator/stores/{shopId}/uninstall', ofNew)
  await client.DELETE('/operator/stores/{shopId}', ofNew)

  // Refusals have a shape of their own.
  const nothing = { path: { id: 'nothing' } }
  await client.GET('/chat/conversations/{id}', { ...store, params: nothing })
  await client.GET('/chat/tags', {})
  await client.GET('/chat/conversations', { ...store, params: { query: { limit: 0 } } })
  await client.GET('/operator/stores', {})
  // @ts-expect-error a status that the types do not have
  await client.POST('/chat/conversations/{id}/state', { ...store, params: { path }, body: { status: 'closed' } })
  // @ts-expect-error a body that lacks what the types ask for
  await client.POST('/chat/conversations/{id}/tags', { ...store, params: { path }, body: {} })
}
