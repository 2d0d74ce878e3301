import { createHmac } from 'node:crypto'
import type { Random } from '#base/random.ts'
import { webhooks } from '#test/doubles/graph.ts'
import { randomMails } from '#test/mail/random-mime.ts'
import { asBody, type Door, extraHeaders } from '../door.ts'
import { longText } from '../long-texts.ts'
import { type Ids, mutated, uuid } from '../values.ts'

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
      const mail = random.chance(0.3) ? longMail(random) : (randomMails(random.below(2 ** 31), 1)[0] as Buffer)
      return {
        method: 'POST',
        path: `/channels/email/${account.id}`,
        headers: { 'content-type': 'message/rfc822', ...credentials, ...extraHeaders(random) },
        body: mail.toString('latin1'),
      }
    },
  }
}

const MAIL_HEADERS = [
  'Subject',
  'From',
  'To',
  'Date',
  'Message-ID',
  'References',
  'Auto-Submitted',
  'Authentication-Results',
  'Received',
  'Content-Type',
  'Content-Disposition',
  'DKIM-Signature',
  'List-Id',
  'X-Auto-Response-Suppress',
]

/** A mail of which headers and body are long texts. */
function longMail(random: Random): Buffer {
  const line = () => longText(random, [300, 5_000, 60_000]).replace(/[\r\n]+/g, () => random.pick([' ', '\r\n ']))
  const headers: Record<string, string> = {
    From: 'Kim <kim@customer.example>',
    To: 'fuzz@shop.example',
    'Message-ID': `<${uuid(random)}@customer.example>`,
    'Content-Type': random.pick(['text/plain; charset=utf-8', 'text/html; charset=utf-8']),
  }
  for (let i = 0; i < 1 + random.below(2); i++) headers[random.pick(MAIL_HEADERS)] = line()
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return Buffer.from([...lines, '', longText(random, [300, 5_000, 60_000, 200_000])].join('\r\n'))
}
