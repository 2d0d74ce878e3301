import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { parley } from '#test/database/backup.ts'
import { dumpDatabase } from '#test/database/dump.ts'
import {
  type HelpDesk,
  openChatwoot,
  openIntercom,
  openZendesk,
  TOKEN,
  ZENDESK_EMAIL,
} from '#test/doubles/help-desks.ts'
import { ok, readPages } from '#test/expect.ts'
import { addMember, makeStore, type Store } from '#test/fixtures/factories.ts'
import { startServer } from '#test/service/server.ts'

// `parley import-from`: from made-up accounts at Chatwoot, Intercom and Zendesk.

const server = await startServer({ env: { ROLE: 'web' } })

const SOURCES: { name: string; open: () => Promise<HelpDesk>; args: (desk: HelpDesk) => string[] }[] = [
  { name: 'chatwoot', open: openChatwoot, args: ({ url }) => ['--url', url, '--account', '7'] },
  { name: 'intercom', open: openIntercom, args: ({ url }) => ['--url', url] },
  { name: 'zendesk', open: openZendesk, args: ({ url }) => ['--url', url, '--email', ZENDESK_EMAIL] },
]

/** Runs the command; answers its report. */
async function importInto(store: Store, name: string, args: string[], token = TOKEN) {
  const command = ['import-from', name, ...args, '--token', token, '--shop', store.shopId, '--json']
  const result = await parley(command, server)
  return { ...result, report: result.code === 0 ? JSON.parse(result.stdout) : null }
}

const COUNT = 32

for (const { name, open, args } of SOURCES) {
  const desk = await open()
  after(() => desk.close())
  desk.conversations = COUNT
  desk.limitEvery = 9
  const store = await makeStore(server)
  const hook = {
    url: 'https://hooks.example.com/import',
    events: ['message.created', 'conversation.created', 'customer.created'],
  }
  const { id: hookId } = ok(await store.api.post('/chat/webhooks', hook), 201)
  const known = await addMember(store, { email: 'agent-1@source.example', firstName: 'Known', lastName: 'Before' })
  const listAll = async () =>
    (await readPages(store.api, '/chat/conversations?limit=100')).flat() as unknown as Record<string, never>[]
  /** Everything that the store has, but for keys’ last use and what was imported when. */
  const rows = async () =>
    (await dumpDatabase(server)).filter((line) => line.includes(store.shopId) && !line.startsWith('api_keys: ')).sort()

  test(`spec C16.15: ${name}: members, contacts, conversations, messages, files, tags and articles arrive`, async () => {
    const { code, report, stderr } = await importInto(store, name, args(desk))
    assert.equal(code, 0, stderr)
    assert.deepEqual(report.imported, { member: 2, contact: COUNT / 2, conversation: COUNT, faq: 3 })
    assert.deepEqual(report.skipped, [])
    assert.ok(desk.limited > 0)
    const conversations = await listAll()
    assert.equal(conversations.length, COUNT)
    const byName = (n: number) => conversations.filter(({ customerName }) => customerName === `Customer ${n}`)
    assert.equal(byName(3).length, 2)
    assert.equal(conversations.filter(({ status }) => status === 'resolved').length, COUNT / 4)
    const members = ok(await store.api.get('/chat/members')) as {
      id: string
      email: string
      fullName: string
      active: boolean
    }[]
    assert.deepEqual(members.map(({ email }) => email).filter((email) => email.startsWith('agent-')).length, 3)
    assert.ok(members.some(({ id, fullName }) => id === known.id && fullName === 'Known Before'))
    assert.deepEqual(ok(await store.api.get('/chat/tags')), ['imported', 'label-0', 'label-1', 'label-2'])
    // The conversation 1: the customer's line with a file, a note, a reply of the second agent.
    const first = conversations.filter(({ createdAt }) => createdAt === '2026-03-01T08:10:00.000Z')
    assert.equal(first.length, 1)
    const [one = {} as Record<string, never>] = first
    assert.deepEqual(
      [one.tags, one.status, one.customerEmail, one.channels],
      [['imported', 'label-1'], 'open', 'customer-1@source.example', ['online_store']],
    )
    assert.equal(members.find(({ id }) => id === one.memberId)?.email, 'agent-2@source.example')
    const messages = ok(await store.api.get(`/chat/conversations/${one.id}/messages`)) as Record<string, never>[]
    assert.deepEqual(
      messages.map(({ text, isAdmin, isNote, senderName }) => [text, isAdmin, isNote, senderName]),
      [
        ['Line 0 of 1\nsecond line', false, false, 'Customer 1'],
        ['Line 2 of 1\nsecond line', true, true, 'Agent 2'],
        ['Line 3 of 1\nsecond line', false, false, 'Customer 1'],
        ['Line 4 of 1\nsecond line', true, false, 'Agent 2'],
      ],
    )
    assert.equal(messages[0]?.createdAt, '2026-03-01T08:10:00.000Z')
    const [file] = (messages[0]?.files ?? []) as unknown as { name: string; url: string }[]
    assert.equal(file?.name, 'note-1.txt')
    assert.equal(await (await fetch(server.baseUrl + file?.url)).text(), 'bytes of /files/note-1.txt')
    assert.deepEqual(ok(await store.api.get(`/chat/webhooks/${hookId}/events`)), [])
    const lines = await rows()
    assert.ok(
      !lines.some((line) =>
        /^(webhook_deliveries|outgoing_emails|channel_outbound|notifications|push_outbox): /.test(line),
      ),
    )
    const articles = lines.filter((line) => line.startsWith('articles: '))
    assert.deepEqual([articles.length, articles.filter((line) => line.includes('"draft"')).length], [3, 1])
    assert.ok(
      lines.some((line) => line.startsWith('articles: ') && line.includes('within 2 days') && !line.includes('<b>')),
    )
  })

  test(`spec C16.16: ${name}: a second run doubles nothing, and changes nothing that was written here`, async () => {
    const [one] = (await listAll()).filter(({ createdAt }) => createdAt === '2026-03-01T08:10:00.000Z')
    const path = `/chat/conversations/${one?.id}`
    ok(await store.api.post(`${path}/messages`, { text: 'Written here', memberId: store.owner.memberId }), 201)
    ok(await store.api.post(`${path}/state`, { status: 'resolved' }))
    ok(await store.api.delete(`${path}/tags/imported`))
    const before = await rows()
    const asked = desk.requests.get('/files/note-1.txt')
    const again = await importInto(store, name, args(desk))
    assert.deepEqual([again.code, again.report?.imported], [0, {}], again.stderr)
    assert.deepEqual(await rows(), before)
    assert.equal(desk.requests.get('/files/note-1.txt'), asked)

    desk.more = 2
    desk.conversations = COUNT + 2
    const later = await importInto(store, name, args(desk))
    assert.deepEqual(later.report?.imported, { contact: 1, conversation: 3 })
    const messages = ok(await store.api.get(`${path}/messages`)) as Record<string, never>[]
    assert.deepEqual(
      messages.slice(4).map(({ text }) => text),
      ['Written here', 'Line 5 of 1\nsecond line', 'Line 6 of 1\nsecond line'],
    )
    const changed = ok(await store.api.get(path))
    assert.deepEqual(
      [changed.status, changed.tags, changed.lastMessage.text],
      ['resolved', ['label-1'], 'Written here'],
    )
    assert.equal(changed.messageCount, 6)
    assert.equal((await listAll()).length, COUNT + 2)
  })

  test(`spec C16.16: ${name}: what was deleted here does not come back`, async () => {
    const [last] = (await listAll()).slice(-1)
    ok(
      await store.operator.post(`/operator/stores/${store.shopId}/privacy/redact`, {
        customerUuid: last?.customerUuid,
      }),
    )
    const before = await rows()
    const again = await importInto(store, name, args(desk))
    assert.deepEqual([again.code, again.report?.imported], [0, {}], again.stderr)
    assert.deepEqual(await rows(), before)
  })

  test(`spec C16.17: ${name}: a refused token is exit 1, and no secret is printed`, async () => {
    const wrong = await importInto(store, name, args(desk), 'wrong-token')
    assert.deepEqual([wrong.code, /refused the token \(401/.test(wrong.stderr)], [1, true], wrong.stderr)
    assert.ok(!wrong.stderr.includes('wrong-token'))
  })
}
