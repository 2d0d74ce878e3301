import { createHmac } from 'node:crypto'
import { webhooks } from '#test/doubles/graph.ts'
import { randomMails } from '#test/mail/random-mime.ts'
import { asBody, type Door, extraHeaders } from '../door.ts'
import { type Ids, mutated } from '../values.ts'

const PAGE = '4711'
const NUMBER = '4712'

/** What the made-up store has accounts for, so that webhooks find a conversation. */
export const ACCOUNTS = [
  { channel: 'social_messenger', externalId: PAGE, accessToken: `${PAGE}:token`, name: 'Page' },
  { channel: 'phone_messenger', externalId: NUMBER, accessToken: `${NUMBER}:token`, name: 'Number' },
]

/** Webhooks of messengers with something changed, signed as they are; what is inside is read after the answer. */
export function messengerDoor(appSecret: string, ids: Ids): Door {
  const known = () => [
    webhooks.messaging('page', PAGE, webhooks.text(PAGE, 'kim', 'Hello?'), webhooks.echo(PAGE, 'kim', 'Hi')),
    webhooks.whatsApp(NUMBER, webhooks.whatsAppText('491701234567', 'Hello?', { name: 'Kim', userId: 'US.1' })),
    webhooks.whatsApp(NUMBER, webhooks.status('wamid.1', '491701234567', 'failed', [{ code: 131_047, title: 'x' }])),
  ]
  return {
    name: 'messengers',
    weight: 4,
    sees: 'store',
    make(random) {
      const body = asBody(mutated(random.pick(known()), random, ids), random)
      const signature = createHmac('sha256', appSecret).update(body).digest('hex')
      const signed: Record<string, string> = random.chance(0.95) ? { 'x-hub-signature-256': `sha256=${signature}` } : {}
      return {
        method: 'POST',
        path: '/channels/meta',
        headers: { 'content-type': 'application/json', ...signed, ...extraHeaders(random) },
        body,
      }
    },
  }
}

/** Mails, half of them broken, handed in by POST. */
export function mailDoor(account: { id: string; secret: string }): Door {
  const credentials = { authorization: `Basic ${Buffer.from(`any:${account.secret}`).toString('base64')}` }
  return {
    name: 'mail',
    weight: 3,
    sees: 'store',
    make(random) {
      const [mail] = randomMails(random.int(2 ** 31), 1)
      return {
        method: 'POST',
        path: `/channels/email/${account.id}`,
        headers: { 'content-type': 'message/rfc822', ...credentials, ...extraHeaders(random) },
        body: (mail as Buffer).toString('latin1'),
      }
    },
  }
}
