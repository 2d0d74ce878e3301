import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok, refused } from '#test/expect.ts'
import { addConversation, addMember, makeStore, message } from '#test/factories.ts'
import { signInOwner } from '#test/inbox.ts'
import { shareServer } from '#test/server.ts'

const server = await shareServer()

const HOUR = 60 * 60 * 1000
const now = Date.now()
const at = (ms: number) => new Date(now - ms).toISOString()

test('reports count what began in a span, and how soon the team replied, exactly', async () => {
  const store = await makeStore(server)
  const inbox = await signInOwner(server, store)
  const [ann, ben] = [await addMember(store), await addMember(store)]
  /** Began so long ago; replied to by a member after so many minutes, a note and the AI agent having come before. */
  const add = (hoursAgo: number, replyAfter: number | null, by: { id: string } | null, more: object = {}) => {
    const began = hoursAgo * HOUR
    const reply = (minutes: number, fields: object) => message({ createdAt: at(began - minutes * 60_000), ...fields })
    const messages = [message({ createdAt: at(began) })]
    if (replyAfter !== null) {
      messages.push(reply(0.1, { isBot: true }), reply(0.2, { memberId: by?.id, isNote: true }))
      messages.push(reply(replyAfter, { memberId: by?.id }), reply(replyAfter + 5, { memberId: ben.id }))
    }
    return addConversation(store, { createdAt: at(began), messages, ...more })
  }
  const { id } = await add(1, 10, ann, { tags: ['vip', 'size'] })
  await add(2, 20, ann)
  await add(3, 60, ben, { channel: 'email', tags: ['vip'] })
  await add(4, null, null)
  await add(24 * 40, 1, ann)
  await add(5, 1, ann, { isPlayground: true })
  ok(await inbox.post(`/api/chat/conversations/${id}/state`, { status: 'resolved' }))

  const read = (from: string, to: string, more = '') =>
    inbox.get(`/api/chat/reports?from=${from}&to=${to}&timeZone=Europe/Berlin${more}`)
  const report = ok(await read(at(24 * 7 * HOUR), at(-HOUR)))
  const { conversations, replied, replyMedian, messages, resolved, resolveMedian } = report.total
  assert.deepEqual(
    { conversations, replied, replyMedian, resolved },
    {
      conversations: 4,
      replied: 3,
      replyMedian: 20 * 60_000,
      resolved: 1,
    },
  )
  assert.equal(messages, 4 + 3 * 3)
  assert.ok(Math.abs(resolveMedian - HOUR) < 60_000)
  const byKey = (groups: { key: string; conversations: number; replyMedian: number }[]) =>
    Object.fromEntries(groups.map((group) => [group.key, [group.conversations, group.replyMedian]]))
  assert.deepEqual(byKey(report.members), { [ann.id]: [2, 15 * 60_000], [ben.id]: [1, 60 * 60_000] })
  assert.deepEqual(byKey(report.channels), { online_store: [3, 15 * 60_000], email: [1, 60 * 60_000] })
  assert.deepEqual(byKey(report.tags), { vip: [2, 35 * 60_000], size: [1, 10 * 60_000] })
  assert.equal(
    report.days.reduce((sum: number, day: { conversations: number }) => sum + day.conversations, 0),
    4,
  )
  assert.equal(ok(await read(at(24 * 50 * HOUR), at(24 * 30 * HOUR))).total.conversations, 1)
  assert.equal(ok(await read(at(2), at(1))).total.conversations, 0)
})

test('a span has to be one of at most 92 days, and the time zone one there is', async () => {
  const inbox = await signInOwner(server, await makeStore(server))
  for (const query of [
    'from=x&to=y',
    `from=${at(0)}&to=${at(HOUR)}`,
    `from=${at(93 * 24 * HOUR)}&to=${at(0)}`,
    `from=${at(HOUR)}&to=${at(0)}&timeZone=Middle/Earth`,
    `from=${at(HOUR)}`,
  ]) {
    refused(await inbox.get(`/api/chat/reports?${query}`), 400, 'INVALID_PARAMS')
  }
})
