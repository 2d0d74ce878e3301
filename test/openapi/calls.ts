import assert from 'node:assert/strict'
import { type Parley, ParleyError } from '../../packages/client/src/index.ts'

/** The records that calls name. */
export interface Known {
  appId: string
  key: string
  shopId: string
  memberId: string
  customerUuid: string
  /** One with a summary, browsed pages and messages. */
  conversationId: string
}

/**
 * Calls every operation of the API as users of the client write it. (A longer file: it is one list.) Each answer is
 * judged on its way in (contract/rest/openapi.test.ts), so that nothing is looked at here but what the next call needs. The
 * client has the store's key and the operator's token.
 */
export async function callEverything(client: Parley, known: Known): Promise<void> {
  const { memberId, customerUuid, key, appId, shopId } = known
  const id = known.conversationId
  const path = { id }

  await client.GET('/chat/conversations', { params: { query: { status: 'open', limit: 5, tag: ['vip'] } } })
  await client.GET('/chat/conversations')
  await client.GET('/chat/conversations/{id}', { params: { path } })
  await client.GET('/chat/conversations/{id}/related', { params: { path } })
  await client.GET('/chat/conversations/{id}/browsed-pages', { params: { path } })
  await client.GET('/chat/conversations/{id}/summary', { params: { path } })
  for (const status of ['resolved', 'open'] as const) {
    await client.POST('/chat/conversations/{id}/state', { params: { path }, body: { status } })
  }
  await client.POST('/chat/conversations/{id}/assign', { params: { path }, body: { memberId } })
  await client.POST('/chat/conversations/{id}/assign', { params: { path }, body: { memberId: null } })
  await client.POST('/chat/conversations/{id}/read', { params: { path } })
  await client.POST('/chat/conversations/{id}/typing', { params: { path }, body: { memberId, active: true } })

  const { data: sent } = await client.POST('/chat/conversations/{id}/messages', {
    params: { path },
    body: { text: 'It leaves today.', memberId },
  })
  const messageId = sent.id
  await client.GET('/chat/conversations/{id}/messages', { params: { path, query: { order: 'desc' } } })
  await client.GET('/chat/conversations/{id}/messages/{messageId}', { params: { path: { id, messageId } } })

  await client.GET('/chat/tags')
  await client.POST('/chat/conversations/{id}/tags', { params: { path }, body: { tags: ['vip', 'late'] } })
  await client.DELETE('/chat/conversations/{id}/tags/{tag}', { params: { path: { id, tag: 'late' } } })

  const { data: note } = await client.POST('/chat/conversations/{id}/notes', {
    params: { path },
    body: { text: 'Ask the warehouse' },
  })
  const notePath = { id, noteId: note.id }
  await client.PUT('/chat/conversations/{id}/notes/{noteId}', {
    params: { path: notePath },
    body: { text: 'Asked' },
  })
  await client.DELETE('/chat/conversations/{id}/notes/{noteId}', { params: { path: notePath } })

  const setAttribute = (value: string) =>
    client.POST('/chat/conversations/{id}/attributes', { params: { path }, body: { name: 'size', value } })
  const { data: attribute } = await setAttribute('M')
  await setAttribute('L')
  const attributePath = { id, attributeId: attribute.id }
  await client.GET('/chat/conversations/{id}/attributes', { params: { path } })
  await client.PUT('/chat/conversations/{id}/attributes/{attributeId}', {
    params: { path: attributePath },
    body: { value: 'XL' },
  })
  await client.DELETE('/chat/conversations/{id}/attributes/{attributeId}', {
    params: { path: attributePath },
  })

  await client.GET('/chat/customers/{customerUuid}', { params: { path: { customerUuid } } })
  await client.GET('/chat/customers/{customerUuid}/conversations', { params: { path: { customerUuid } } })
  await client.GET('/chat/members')
  await client.GET('/chat/members/{memberId}', { params: { path: { memberId } } })

  const { data: webhook } = await client.POST('/chat/webhooks', {
    body: { url: 'https://hooks.example.com/a', events: ['conversation.tags_updated'], metadata: { a: { b: 1 } } },
  })
  const subscription = webhook.id
  const webhookPath = { params: { path: { id: subscription } } }
  await client.GET('/chat/webhooks')
  await client.PUT('/chat/webhooks/{id}', { ...webhookPath, body: { isActive: true } })
  await client.GET('/chat/webhooks/{id}/events', { ...webhookPath })
  const query = { day: new Date().toISOString().slice(0, 10) }
  await client.GET('/chat/webhooks/{id}/digest', { params: { ...webhookPath.params, query } })

  const ofStore = { params: { path: { shopId } } }
  const ofSubscription = { params: { path: { shopId, id: subscription } } }
  await client.GET('/operator/stores/{shopId}/webhooks', ofStore)
  const { data: test } = await client.POST('/operator/stores/{shopId}/webhooks/{id}/test', ofSubscription)
  const ofDelivery = { params: { path: { shopId, deliveryId: test.id } } }
  await client.GET('/operator/stores/{shopId}/webhooks/{id}/health', ofSubscription)
  await client.GET('/operator/stores/{shopId}/webhooks/{id}/deliveries', ofSubscription)
  const since = { since: new Date().toISOString() }
  await client.POST('/operator/stores/{shopId}/webhooks/{id}/redeliver', { ...ofSubscription, body: since })
  await client.POST('/operator/stores/{shopId}/events/listen', { ...ofStore, body: since })
  await client.GET('/operator/stores/{shopId}/deliveries/{deliveryId}', ofDelivery)
  await client.POST('/operator/stores/{shopId}/deliveries/{deliveryId}/redeliver', ofDelivery)
  await client.DELETE('/chat/webhooks/{id}', { ...webhookPath })

  for (const byId of [false, true]) {
    const { data: made } = await client.POST('/webhook/subscriptions', {
      headers: { 'X-Webhook-App-Id': appId, 'X-Webhook-Secret': key },
      body: { url: 'https://hooks.example.com/older', events: ['message.created'] },
    })
    const own = { headers: { 'X-Webhook-Secret': made.secret } }
    const ownId = { ...own, params: { path: { id: made.id } } }
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
    body: { name: 'New', plan: 'pro', owner: { email: 'new-owner@example.com' } },
  })
  const ofNew = { params: { path: { shopId: made.shopId } } }
  await client.GET('/operator/stores', { params: { query: { limit: 2 } } })
  await client.GET('/operator/stores/{shopId}', ofNew)
  await client.PATCH('/operator/stores/{shopId}', { ...ofNew, body: { settings: { autoAssign: true } } })
  const { data: newKey } = await client.POST('/operator/stores/{shopId}/keys', { ...ofNew, body: { name: 'Key' } })
  await client.GET('/operator/stores/{shopId}/keys', ofNew)
  await client.DELETE('/operator/stores/{shopId}/keys/{keyId}', {
    params: { path: { ...ofNew.params.path, keyId: newKey.id } },
  })
  const { data: secret } = await client.POST('/operator/stores/{shopId}/identity-secrets', ofNew)
  await client.GET('/operator/stores/{shopId}/identity-secrets', ofNew)
  await client.DELETE('/operator/stores/{shopId}/identity-secrets/{secretId}', {
    params: { path: { ...ofNew.params.path, secretId: secret.id } },
  })
  const { data: mailbox } = await client.POST('/operator/stores/{shopId}/channels', {
    ...ofNew,
    body: { channel: 'email', address: 'help@shop.example', smtp: { url: 'smtps://mail.shop.example' } },
  })
  const ofMailbox = { params: { path: { ...ofNew.params.path, id: mailbox.id } } }
  await client.GET('/operator/stores/{shopId}/channels', ofNew)
  await client.POST('/operator/stores/{shopId}/channels/{id}/inbound-secret', ofMailbox)
  await client.DELETE('/operator/stores/{shopId}/channels/{id}', ofMailbox)
  const { data: shop } = await client.POST('/operator/stores/{shopId}/connections', {
    ...ofNew,
    body: { kind: 'custom', shopDomain: 'shop.example' },
  })
  const ofShop = { params: { path: { ...ofNew.params.path, id: shop.id } } }
  await client.GET('/operator/stores/{shopId}/connections', ofNew)
  await client.DELETE('/operator/stores/{shopId}/connections/{id}', ofShop)
  await client.POST('/operator/stores/{shopId}/import', {
    ...ofNew,
    body: '{"kind":"contact","data":{"id":"ada"}}\n{"kind":"member","data":{"email":"lin@example.com"}}\n{"kind":"nonsense"}\n',
  })
  const fromDesk = { ...ofNew.params, query: { source: 'desk', sourceId: 'f1', name: 'a.txt' } }
  await client.POST('/operator/stores/{shopId}/source-files', {
    params: fromDesk,
    body: 'text',
    headers: { 'Content-Type': 'application/octet-stream' },
  })
  await client.POST('/operator/stores/{shopId}/source-records', {
    params: { ...ofNew.params, query: { source: 'desk' } },
    body: '{"kind":"contact","sourceId":"1","data":{"name":"Ada"}}\n{"kind":"faq","sourceId":"2","data":{}}\n',
  })
  await client.GET('/operator/stores/{shopId}/source-records', {
    params: { ...ofNew.params, query: { source: 'desk', kind: 'contact', sourceId: ['1'] } },
  })
  await client.POST('/operator/stores/{shopId}/sample-data', {
    ...ofNew,
    body: { contacts: 1, conversations: 1, messagesPerConversation: 1, seed: 1 },
  })
  await client.POST('/operator/stores/{shopId}/migrate-legacy', ofNew)
  await client.POST('/operator/stores/{shopId}/privacy/data-request', { ...ofNew, body: { customerUuid: 'ada' } })
  await client.POST('/operator/stores/{shopId}/members/recovery', {
    ...ofNew,
    body: { email: 'lin@example.com', action: 'reset-password' },
  })
  await client.POST('/operator/stores/{shopId}/privacy/redact', { ...ofNew, body: { customerUuid: 'ada' } })
  await client.GET('/operator/backup', { parseAs: 'arrayBuffer' })
  await client.PATCH('/operator/stores/{shopId}', {
    ...ofNew,
    body: { settings: { helpCentre: { domain: 'help.shop.example' } } },
  })
  await client.POST('/operator/stores/{shopId}/help-domain/verify', ofNew)
  const file = await client.GET('/operator/stores/{shopId}/export', {
    params: { path: ofNew.params.path, query: { anonymous: true } },
    parseAs: 'arrayBuffer',
  })
  await client.POST('/operator/stores/import', { params: { query: { name: 'Copy' } }, body: file as unknown as string })
  await client.POST('/operator/stores/{shopId}/uninstall', ofNew)
  await client.POST('/operator/stores/{shopId}/install', ofNew)
  await client.POST('/operator/stores/{shopId}/uninstall', ofNew)
  await client.DELETE('/operator/stores/{shopId}', ofNew)

  // Refusals have a shape of their own.
  const nothing = { path: { id: 'nothing' } }
  await refused('NOT_FOUND', client.GET('/chat/conversations/{id}', { params: nothing }))
  await refused('UNAUTHENTICATED', client.GET('/chat/tags', { headers: { 'X-Api-Key': '' } }))
  await refused('INVALID_PARAMS', client.GET('/chat/conversations', { params: { query: { limit: 0 } } }))
  await refused('UNAUTHENTICATED', client.GET('/operator/stores', { headers: { Authorization: '' } }))
  // @ts-expect-error a status that the types do not have
  const state = client.POST('/chat/conversations/{id}/state', { params: { path }, body: { status: 'closed' } })
  await refused('INVALID_PARAMS', state)
  // @ts-expect-error a body that lacks what the types ask for
  const tags = client.POST('/chat/conversations/{id}/tags', { params: { path }, body: {} })
  await refused('INVALID_PARAMS', tags)
}

async function refused(code: string, call: Promise<unknown>): Promise<void> {
  await assert.rejects(call, (error) => error instanceof ParleyError && error.code === code)
}
