import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import type { Client } from '#test/clients/client.ts'
import { depth, isFullDepth } from '#test/depth.ts'
import { type ProviderRequest, reply, startProvider } from '#test/doubles/provider.ts'
import { ok } from '#test/expect.ts'
import { addAction, json, parameter, startActionReceiver } from '#test/fixtures/custom-actions.ts'
import { makeStore, type Store } from '#test/fixtures/factories.ts'
import { signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { approvalsOf, askAsShopper, messagesOf, saidBy } from '#test/fixtures/order-approvals.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Runs of own actions that wait for a member: whatever people decide at the same time, and whenever the service is killed,
// nothing is called twice or without approval, and the customer hears one outcome.

/** Conversations in which members decide at the same time, and every how many of them the service is killed meanwhile. */
const ROUNDS = depth(12, 160)
const KILLED_EACH = isFullDepth ? 2 : 4

const provider = await startProvider()
const { receiver, env } = await startActionReceiver()
const server = await startServer({ ownProcess: true, env: { ...provider.env, ...env } })

const ASKS = 'Would the sheep on the rock perhaps get their hay on Friday 7 instead?'
provider.behave((request: ProviderRequest) =>
  request.messages.some(({ role }) => role === 'tool')
    ? reply('Done.', [])
    : [{ name: 'run_new_date', args: { date: 'Friday 7', customer_request: 'hay on Friday 7' } }],
)
/** Requests of people whose connection broke; the service may have carried them out. */
const tried = (work: Promise<unknown>) => work.then(() => true).catch(() => false)

interface People {
  store: Store
  members: Client[]
  stranger: Client
}

/** A customer asks; then everybody decides at the same time. `meanwhile` happens while the address is called. */
async function round({ store, members, stranger }: People, meanwhile: () => Promise<void>) {
  const { id } = await askAsShopper(server, store, ASKS)
  const [first, second] = members as [Client, Client]
  const [waiting] = await approvalsOf(first, id).list()
  assert.equal(waiting.state, 'waiting')
  const decide = (client: Client, isApproved: boolean) => tried(approvalsOf(client, id).decide(waiting.id, isApproved))
  await Promise.all([
    ...[decide(first, true), decide(second, true), decide(stranger, true), decide(first, true)],
    meanwhile(),
  ])
  return { id, runId: waiting.id as string }
}

test(`spec C15.18, C15.19: ${ROUNDS} rounds of decisions and kills: nothing is called twice, one outcome is said`, async (t) => {
  const store = await makeStore(server, { settings: { ai: { enabled: true, minConfidence: 1 } } })
  const owner = await signInOwner(server, store)
  const { inbox } = await signInMember(server, store)
  const stranger = await signInOwner(server, await makeStore(server))
  const people = { store, members: [owner, inbox], stranger }
  const more = {
    name: 'New date',
    method: 'POST',
    risk: 'approval',
    parameters: [parameter('date')],
    answerTemplate: '',
  }
  const { place } = await addAction(owner, receiver, more)
  const rounds: { id: string; runId: string; isKilled: boolean }[] = []
  for (let i = 0; i < ROUNDS; i++) {
    const isKilled = i % KILLED_EACH === KILLED_EACH - 1
    const before = receiver.received(place).length
    // While the service is killed the address never answers; otherwise it does.
    receiver.on(place, isKilled ? (_: ServerResponse) => {} : json({ ok: true }))
    const kill = async () => {
      await until('the call', () => receiver.received(place).length > before)
      await server.kill()
      await server.restart()
    }
    rounds.push({ ...(await round(people, isKilled ? kill : async () => {})), isKilled })
  }
  t.diagnostic(`${rounds.filter(({ isKilled }) => isKilled).length} kills`)
  const sent = receiver.received(place).map(({ headers }) => headers['idempotency-key'])
  assert.equal(new Set(sent).size, sent.length, 'a run was sent twice')
  assert.deepEqual([...sent].sort(), rounds.map(({ runId }) => runId).sort())
  for (const { id, isKilled } of rounds) {
    const told = await until(
      'the outcome',
      async () => {
        const said = await saidBy(store, id)
        return said.length > 1 && said
      },
      90_000,
    )
    const outcome = isKilled ? /has not been confirmed yet/ : /has been carried out/
    assert.equal(told.length, 2)
    assert.match(told[1] as string, outcome)
    const notes = (await messagesOf(store, id)).filter(({ isNote }) => isNote)
    assert.equal(notes.filter(({ text }) => /its outcome is unknown/.test(text)).length, isKilled ? 1 : 0)
    const [run] = await approvalsOf(owner, id).list()
    assert.deepEqual([run.state, run.outcome], ['approved', isKilled ? 'unknown' : 'done'])
    assert.equal(ok(await owner.get(`/api/chat/conversations/${id}`)).waitsForApproval, undefined)
  }
})
