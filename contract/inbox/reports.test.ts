import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok, refused } from '#test/expect.ts'
import { addConversation, addMember, importLines, makeStore, message } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { shareServer } from '#test/service/server.ts'

const server = await shareServer()

const HOUR = 60 * 60 * 1000
const now = Date.now()
const at = (ms: number) => new Date(now - ms).toISOString()

test('reports count what began in a span, and how soon the team replied, exactly', async () => {
  const store = await makeStore(server)
  const inbox = await signInOwner(server, store)
  const [ann, ben] = [await addMember(store), await addMember(store)]
  /** A conversation that began `hoursAgo`, with a member's reply `replyAfter` minutes later, after a note and the AI agent. */
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

test('a span has to be one of at most 366 days, and the time zone one there is', async () => {
  const inbox = await signInOwner(server, await makeStore(server))
  for (const query of [
    'from=x&to=y',
    `from=${at(0)}&to=${at(HOUR)}`,
    `from=${at(367 * 24 * HOUR)}&to=${at(0)}`,
    `from=${at(HOUR)}&to=${at(0)}&timeZone=Middle/Earth`,
    `from=${at(HOUR)}`,
    'from=-100000-01-01T00:00:00Z&to=-100000-01-02T00:00:00Z',
    'from=%2B275000-01-01T00:00:00Z&to=%2B275000-01-02T00:00:00Z',
  ]) {
    refused(await inbox.get(`/api/chat/reports?${query}`), 400, 'INVALID_PARAMS')
  }
})

test('ratings, topics, hours and the backlog are counted, and each figure leads to the conversations it counts', async () => {
  const store = await makeStore(server)
  const inbox = await signInOwner(server, store)
  const [ann, ben] = [await addMember(store), await addMember(store)]
  const add = (hoursAgo: number, by: { id: string } | null, more: object = {}) => {
    const began = at(hoursAgo * HOUR)
    const messages = [message({ createdAt: began })]
    if (by) messages.push(message({ createdAt: at(hoursAgo * HOUR - 60_000), memberId: by.id }))
    return addConversation(store, { createdAt: began, messages, ...more })
  }
  const rate = (score: string) => ({ status: 'resolved', attributes: [{ name: 'Rating', value: score }] })
  const great = await add(30, ann, { tags: ['vip'], ...rate('5') })
  const poor = await add(31, ann, rate('2'))
  const odd = await add(32, ben, rate('many'))
  const alone = await add(33, null, { hasChatBot: true, tags: ['vip'] })
  const older = await add(24 * 9, ben)
  ok(await inbox.post(`/api/chat/conversations/${older.id}/state`, { status: 'resolved' }))

  const span = `${at(24 * 3 * HOUR)}&{to}=${at(-HOUR)}`
  const report = ok(await inbox.get(`/api/chat/reports?from=${span.replace('{to}', 'to')}&timeZone=Pacific/Auckland`))
  const { conversations, rated, ratingAverage, aiTookPart, aiAlone } = report.total
  assert.deepEqual(
    { conversations, rated, ratingAverage, aiTookPart, aiAlone },
    { conversations: 4, rated: 2, ratingAverage: 3.5, aiTookPart: 1, aiAlone: 1 },
  )
  type Row = { key: string; conversations: number; rated: number; ratingAverage: number | null }
  const rows = (groups: Row[]) => groups.map((one) => [one.key, one.conversations, one.rated, one.ratingAverage])
  assert.deepEqual(rows(report.ratings), [
    ['5', 1, 1, 5],
    ['2', 1, 1, 2],
  ])
  assert.deepEqual(rows(report.members).sort(), [[ann.id, 2, 2, 3.5] as unknown[], [ben.id, 1, 0, null]].sort())
  assert.deepEqual(rows(report.tags), [['vip', 2, 1, 5]])
  const hour = new Intl.DateTimeFormat('en-GB', { timeZone: 'Pacific/Auckland', weekday: 'short', hour: '2-digit' })
  const parts = Object.fromEntries(hour.formatToParts(now - 30 * HOUR).map(({ type, value }) => [type, value]))
  const weekday = 1 + ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(parts.weekday ?? '')
  assert.ok(
    report.hours.some(({ key }: Row) => key === `${weekday}-${parts.hour}`),
    `${weekday}-${parts.hour}`,
  )
  const backlog = report.backlog as { key: string; open: number; resolved: number }[]
  assert.deepEqual([backlog[0]?.open, backlog.at(-1)?.open, backlog.at(-1)?.resolved], [1, 1, 1])

  const listed = async (more: string) => {
    const found = await inbox.get(`/api/chat/conversations?createdFrom=${span.replace('{to}', 'createdTo')}${more}`)
    return ok(found).map(({ id }: { id: string }) => id)
  }
  assert.deepEqual(
    await listed(''),
    [great, poor, odd, alone].map(({ id }) => id),
  )
  assert.deepEqual(
    await listed('&status=resolved'),
    [great, poor, odd].map(({ id }) => id),
  )
  assert.deepEqual(await listed('&isRated=true'), [great.id, poor.id])
  assert.deepEqual(await listed('&isRated=false&hasChatBot=false'), [odd.id])
  assert.deepEqual(await listed('&rating=2'), [poor.id])
  assert.deepEqual(await listed(`&firstReplyBy=${ann.id}`), [great.id, poor.id])
  assert.deepEqual(await listed('&isReplied=false&hasChatBot=true'), [alone.id])
  assert.deepEqual(await listed('&tag=vip&isRated=true'), [great.id])
  for (const { key, conversations } of report.hours as Row[]) {
    const found = await listed(`&beganHour=${key}&timeZone=Pacific/Auckland`)
    assert.equal(found.length, conversations, key)
  }
  const all = async (query: string) => ok(await inbox.get(`/api/chat/conversations?limit=100&${query}`)).length
  const inUtc = ok(await inbox.get(`/api/chat/reports?from=${span.replace('{to}', 'to')}&timeZone=UTC`))
  for (const { key, open, resolved } of inUtc.backlog as typeof backlog) {
    const [from, to] = [0, 24].map((hours) => new Date(Date.parse(key) + hours * HOUR).toISOString())
    assert.equal(await all(`openAt=${to}`), open, `open at the end of ${key}`)
    assert.equal(await all(`resolvedFrom=${from}&resolvedTo=${to}`), resolved, `resolved on ${key}`)
  }
  const bad = [
    'openAt=soon',
    `openAt=${at(0)}&rating=1`,
    `resolvedFrom=${at(0)}`,
    `resolvedFrom=${at(0)}&resolvedTo=${at(HOUR)}`,
    `createdFrom=${at(HOUR)}&createdTo=${at(0)}&beganHour=1-14`,
    `createdFrom=${at(HOUR)}&createdTo=${at(0)}&beganHour=1-14&timeZone=Mars/Base`,
    `createdFrom=${at(HOUR)}&createdTo=${at(0)}&beganHour=8-14&timeZone=UTC`,
  ]
  for (const query of bad) refused(await inbox.get(`/api/chat/conversations?${query}`), 400, 'INVALID_PARAMS')
  assert.deepEqual(await listed('&topic=shipping'), [])
  assert.deepEqual(await listed('&limit=2'), [great.id, poor.id])

  for (const query of [
    'isRated=true',
    `createdFrom=${at(HOUR)}`,
    `createdTo=${at(HOUR)}&rating=3`,
    `createdFrom=${at(367 * 24 * HOUR)}&createdTo=${at(0)}`,
    `createdFrom=${at(HOUR)}&createdTo=soon`,
    `createdFrom=${at(HOUR)}&createdTo=${at(0)}&rating=6`,
  ]) {
    refused(await inbox.get(`/api/chat/conversations?${query}`), 400, 'INVALID_PARAMS')
  }
  const other = await signInOwner(server, await makeStore(server))
  const theirs = await other.get(`/api/chat/conversations?createdFrom=${span.replace('{to}', 'createdTo')}`)
  assert.deepEqual(ok(theirs), [])
})

test('a list of a span is whole, in order and in pages, whether what fits was active last or long before others', async () => {
  const store = await makeStore(server)
  const inbox = await signInOwner(server, store)
  const lines = Array.from({ length: 560 }, (_, i) => {
    const times = { createdAt: at((i + 1) * 60_000), lastActive: at((i + 1) * 60_000) }
    const isOld = i >= 530
    const data = { id: `c${i}`, channel: isOld ? 'email' : 'online_store', tags: isOld ? ['rare'] : ['vip'], ...times }
    return {
      kind: 'conversation',
      data: { ...data, attributes: i % 2 ? [] : [{ name: 'Rating', value: isOld ? '1' : '5' }] },
    }
  })
  await importLines(store, lines)
  const span = `createdFrom=${at(24 * HOUR)}&createdTo=${at(0)}`
  const pages = async (more: string) => {
    const ids: string[] = []
    for (let cursor = ''; ; ) {
      const answer = await inbox.get(`/api/chat/conversations?${span}&limit=40${more}${cursor}`)
      ids.push(...ok(answer).map(({ id }: { id: string }) => id))
      const next = answer.body.paging.nextCursor
      if (next === null) return ids
      cursor = `&cursor=${encodeURIComponent(next)}`
    }
  }
  const all = lines.map(({ data }) => data.id)
  assert.deepEqual(await pages(''), all)
  assert.deepEqual(await pages('&channel=email'), all.slice(530))
  assert.deepEqual(await pages('&tag=rare'), all.slice(530))
  const even = all.filter((_, i) => i % 2 === 0)
  assert.deepEqual(await pages('&isRated=true'), even)
  assert.deepEqual(await pages('&rating=1'), even.slice(265))
  assert.deepEqual(await pages('&rating=5'), even.slice(0, 265))
  assert.deepEqual(await pages('&isReplied=true'), [])
})

test('who replied first stays that, whatever is noted, said or deleted since, until an import brings other messages', async () => {
  const store = await makeStore(server)
  const inbox = await signInOwner(server, store)
  const [ann, ben] = [await addMember(store), await addMember(store)]
  const asked = () => ({ createdAt: at(HOUR), messages: [message({ createdAt: at(HOUR) }), message({ isBot: true })] })
  const [{ id }, silent] = [await addConversation(store, asked()), await addConversation(store, asked())]
  const say = async (body: object) => ok(await store.api.post(`/chat/conversations/${id}/messages`, body), 201)
  const span = `createdFrom=${at(2 * HOUR)}&createdTo=${at(-HOUR)}`
  const listed = async (more: string) =>
    ok(await inbox.get(`/api/chat/conversations?${span}&${more}`)).map(({ id }: { id: string }) => id)
  const members = async () => {
    const report = ok(await inbox.get(`/api/chat/reports?from=${at(2 * HOUR)}&to=${at(-HOUR)}&timeZone=UTC`))
    return report.members.map(({ key }: { key: string }) => key)
  }
  ok(await inbox.post(`/api/chat/conversations/${id}/messages`, { text: 'Who takes it?', isNote: true }), 201)
  assert.deepEqual((await listed('isReplied=false')).sort(), [id, silent.id].sort())
  const reply = await say({ text: 'Hello', memberId: ben.id })
  await say({ text: 'Hello, too', memberId: ann.id })
  ok(await inbox.delete(`/api/chat/conversations/${id}/messages/${reply.id}`))
  assert.deepEqual([await listed(`firstReplyBy=${ben.id}`), await listed(`firstReplyBy=${ann.id}`)], [[id], []])
  assert.deepEqual([await listed('isReplied=true'), await listed('isReplied=false')], [[id], [silent.id]])
  assert.deepEqual(await members(), [ben.id])
  const messages = [message({ createdAt: at(HOUR) }), message({ createdAt: at(HOUR / 2), memberId: ann.id })]
  await addConversation(store, { ...asked(), id, messages })
  assert.deepEqual([await listed(`firstReplyBy=${ann.id}`), await members()], [[id], [ann.id]])
  await addConversation(store, { ...asked(), id })
  assert.deepEqual(await listed('isReplied=true'), [])
})
