/**
 * What is run wherever parley-client has to work, as a module: a call, a list, a refusal, contacts, and the documented
 * signature. For a store with one member, and one contact who wrote 1, 2 and 3.
 */
export const clientProgram = (client: string) => `import { createParley, ParleyError, webhooks } from '${client}'
export async function main(baseUrl, apiKey, appId) {
  const parley = createParley({ baseUrl, apiKey, appId })
  const { data: members } = await parley.GET('/chat/members')
  const texts = []
  for await (const { id } of parley.list('/chat/conversations'))
    for await (const { text } of parley.list('/chat/conversations/{id}/messages', { params: { path: { id }, query: { limit: 2 } } }))
      texts.push(text)
  const code = await parley.GET('/chat/members/{memberId}', { params: { path: { memberId: 'nobody' } } })
    .catch((error) => error instanceof ParleyError && error.code)
  const headers = {
    'x-webhook-timestamp': '1700000000',
    'x-webhook-signature': 'ee2ae8c9d817c735ca2d39ce63d8d5e814643c32e69b5d650c297921c15b5818',
  }
  const delivery = { headers, body: '{"a":1}', secret: 'whsec_test', now: 1.7e12 }
  const verified = [await webhooks.verify(delivery), await webhooks.verify({ ...delivery, body: '{"a":2}' })]
  return { members: members.length, texts, code, contacts: await parley.contacts.count(), verified }
}
`
/** What its `main` answers. */
export const PROGRAM_ANSWER = {
  members: 1,
  texts: ['1', '2', '3'],
  code: 'NOT_FOUND',
  contacts: 1,
  verified: [true, false],
}
