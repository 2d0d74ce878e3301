import { prepareData } from './data.ts'
import { addContacts } from './inbox/contacts.ts'
import { signInMembers } from './inbox/members.ts'
import { median } from './measure.ts'
import { startService } from './service.ts'

// npm run bench:segments — contacts and conversations of a store of 200,000 of each, by segments that most, some, few and
// none of them are in, on PostgreSQL while nobody writes. ROUNDS: requests of each, 60 unless told.

const ROUNDS = Number(process.env.ROUNDS ?? 60)
const databaseUrl = process.env.BENCH_DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/parley_bench_segments'
const { shopId } = await prepareData(
  { databaseUrl },
  { conversations: 200_000, messagesEach: 5, otherStores: 0, otherConversations: 0 },
)
await addContacts(databaseUrl, shopId)
const service = await startService({ DATABASE_URL: databaseUrl })
const is = (about: string, more: object) => ({ about, not: false, ...more })
const SEGMENTS = {
  most: [is('orders', { atLeast: 1 })],
  some: [is('orders', { atLeast: 8 }), is('spent', { atLeast: 2_000 }), is('country', { values: ['DE'] })],
  few: [is('tag', { values: ['vip'] }), is('type', { values: ['customer', 'guest'] })],
  'long silent': [{ about: 'wrote', not: true, days: 60 }],
  none: [is('tag', { values: ['nobody'] })],
}
try {
  await service.operator('PATCH', `/stores/${shopId}`, { plan: 'pro' })
  const [cookie = ''] = await signInMembers(service, shopId, 1)
  await service.operator(
    'POST',
    `/stores/${shopId}/import`,
    JSON.stringify({
      kind: 'member',
      data: { id: 'bench-member-0', email: 'bench-member-0@example.com', role: 'admin' },
    }),
  )
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const headers = { cookie, origin: service.url, ...(body && { 'content-type': 'application/json' }) }
    const answer = await fetch(`${service.url}/api/chat${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }
  const known = (await call<{ data: { id: string; name: string }[] }>('GET', '/segments')).data
  const rows = []
  for (const [name, conditions] of Object.entries(SEGMENTS)) {
    const { id } =
      known.find((one) => one.name === name) ??
      (await call<{ data: { id: string } }>('POST', '/segments', { name, conditions })).data
    for (const [what, path] of Object.entries({
      'page of contacts': `/contacts?segment=${id}`,
      count: `/segments/${id}/count`,
      'page of conversations': `/conversations?limit=40&segment=${id}`,
      'open ones': `/conversations?limit=40&status=open&isSnoozed=false&segment=${id}`,
    })) {
      rows.push({ segment: name, what, ...(await measure(() => call('GET', path))) })
    }
  }
  rows.push({ segment: '', what: 'page of all contacts', ...(await measure(() => call('GET', '/contacts'))) })
  const details = '/conversations/conversation-5/context'
  rows.push({ segment: '', what: 'details of a conversation', ...(await measure(() => call('GET', details))) })
  console.table(rows)
} finally {
  await service.stop()
}

async function measure(act: () => Promise<unknown>) {
  const times: number[] = []
  for (let i = -5; i < ROUNDS; i++) {
    const begun = performance.now()
    await act()
    if (i >= 0) times.push(performance.now() - begun)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) =>
    (times[Math.min(times.length - 1, Math.floor(times.length * share))] as number).toFixed(1)
  return { 'median ms': median(times).toFixed(1), 'p99 ms': at(0.99) }
}
