import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { depth } from '#test/depth.ts'
import { addConversation, addMember, makeStore } from '#test/fixtures/factories.ts'
import { startServer } from '#test/service/server.ts'
import { sleep, until } from '#test/until.ts'

// Spec C16.3: whatever happens to the processes, a call that is repeated with its key until it is answered writes once.

const PROCESSES = depth(2, 10)
const SENDS = depth(60, 1_000)
const KILLS = depth(2, 20)
const SENDERS = 8

test('spec C16.3: sends that are repeated over several processes that are killed are written once', async () => {
  const first = await startServer({ ownProcess: true })
  const shared = first.env.DATABASE_URL // the embedded database belongs to one process
  const others = await Promise.all(
    Array.from({ length: shared === undefined ? 0 : PROCESSES - 1 }, () =>
      startServer({ ownProcess: true, env: { DATABASE_URL: shared as string } }),
    ),
  )
  const servers = [first, ...others]
  const store = await makeStore(first)
  const member = await addMember(store)
  const { id } = await addConversation(store)
  const waiting = Array.from({ length: SENDS }, () => randomUUID())
  let killed = 0

  /** Sends until some process answers; a send that got no answer is sent again with its key. */
  const send = async (text: string, random: number) => {
    for (let turn = random; ; turn++) {
      const { baseUrl } = servers[turn % servers.length] as { baseUrl: string }
      const answered = await fetch(`${baseUrl}/chat/conversations/${id}/messages`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': store.key, 'idempotency-key': text },
        body: JSON.stringify({ text, memberId: member.id }),
      }).catch(() => null)
      if (answered?.status === 201) return
      await sleep(20)
    }
  }
  const sender = async (number: number) => {
    for (let text = waiting.pop(); text !== undefined; text = waiting.pop()) {
      // Two at once, as a client does that has given up waiting.
      await Promise.all([send(text, number), send(text, number + 1)])
    }
  }
  const killer = async () => {
    for (; killed < KILLS; killed++) {
      const left = SENDS - ((killed + 1) * SENDS) / (KILLS + 1)
      await until('some sends', async () => waiting.length <= left || undefined)
      const server = servers[killed % servers.length] as (typeof servers)[number]
      await server.kill()
      await server.restart()
    }
  }
  await Promise.all([...Array.from({ length: SENDERS }, (_, number) => sender(number)), killer()])

  const texts: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await store.api.get(`/chat/conversations/${id}/messages?limit=100${cursor && `&cursor=${cursor}`}`)
    texts.push(
      ...body.data.filter((one: { isTransfer: boolean }) => !one.isTransfer).map((one: { text: string }) => one.text),
    )
    cursor = body.paging.nextCursor
  }
  assert.equal(texts.length, SENDS)
  assert.equal(new Set(texts).size, SENDS)
  assert.equal(killed, KILLS)
})
