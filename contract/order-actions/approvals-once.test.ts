import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Client } from '#test/clients/client.ts'
import { depth } from '#test/depth.ts'
import { startShopify } from '#test/doubles/shopify.ts'
import { ok } from '#test/expect.ts'
import { makeStore, type Store } from '#test/fixtures/factories.ts'
import { signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { approvalsOf, makeApprovalStore, messagesOf, placeOrder, saidBy } from '#test/fixtures/order-approvals.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { startServer } from '#test/service/server.ts'
import { sleep, until } from '#test/until.ts'

// Order actions that were prepared: whatever people decide at the same time, and whenever the service is killed, nothing is
// done twice, without approval, or with another customer's order.

/** Conversations in which members, customers and strangers act at the same time, and how many of them at once. */
const ROUNDS = depth(24, 520)
const AT_ONCE = 12
/** Every how many batches of rounds the service is killed meanwhile. */
const KILLED_EACH = 2

const shopify = await startShopify()
Object.assign(shopify.budget, { max: 1_000_000, available: 1_000_000, restore: 100_000 })
const server = await startServer({ ownProcess: true, env: { ...shopify.env, PLATFORM_PULL_EVERY: '1h' } })

const any = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T
/** Requests of people whose connection broke; the service may have carried them out. */
const tried = (work: Promise<unknown>) => work.then(() => true).catch(() => false)

interface Round {
  id: string
  order: ReturnType<typeof placeOrder>
  approvalId: string
  /** Whether anybody with the right to do so approved. */
  hasApproved: boolean
}

interface People {
  store: Store
  members: Client[]
  stranger: Client
}

/** A customer asks, and waits until it is prepared. */
async function ask({ store, members }: People, order: Round['order']): Promise<Round> {
  const visitor = await makeVisitor(server, store)
  const { conversation } = await visitor.say(`Cancel order ${order.number} ${order.email}`)
  const { id } = conversation
  let asked = 1
  const [approval] = await until('the approval', async () => {
    const found = await approvalsOf(members[0] as Client, id).list()
    // Nothing is prepared while the shop is too slow, as on a busy machine: then the customer asks again.
    const isUnprepared = found.length === 0 && (await saidBy(store, id)).length === asked
    if (isUnprepared) await visitor.say(`Cancel order ${order.number} ${order.email}`).then(() => asked++)
    return found.length > 0 && found
  })
  return { id, order, approvalId: approval.id, hasApproved: false }
}

/** All at once, each at a moment of its own. */
async function interfere(round: Round, { store, members, stranger }: People, others: Round[]): Promise<void> {
  const { id, approvalId } = round
  const decide = (isApproved: boolean) => {
    round.hasApproved ||= isApproved
    return approvalsOf(any(members), id).decide(approvalId, isApproved)
  }
  const other = any(others.filter((one) => one !== round))
  const acts = [
    () => decide(true),
    () => decide(true),
    () => decide(false),
    () => approvalsOf(stranger, id).decide(approvalId, true),
    () => approvalsOf(any(members), other.id).decide(approvalId, true),
    () => approvalsOf(store.api, id).decide(approvalId, true),
    () => store.api.post(`/chat/conversations/${id}/messages`, { text: 'Jo here.', memberId: store.owner.memberId }),
    () => store.api.post(`/chat/conversations/${id}/messages`, { text: 'Cancel it now!', asCustomer: true }),
    () => store.api.post(`/chat/conversations/${id}/state`, { status: 'resolved' }),
  ]
  const chosen = Array.from({ length: 5 }, () => any(acts))
  await Promise.all(
    chosen.map(async (act) => {
      await sleep(Math.random() * 150)
      await tried(act())
    }),
  )
}

test('spec C15.2: nothing is done twice, without approval, or for another customer, in every interleaving and kill', async (t) => {
  const placed = Array.from({ length: ROUNDS }, () => placeOrder(shopify))
  // Orders of others, which these customers name beside their own address.
  const others = Array.from({ length: 4 }, () => placeOrder(shopify))
  const store = await makeApprovalStore(server, shopify)
  const owner = await signInOwner(server, store)
  const { inbox: plain } = await signInMember(server, store)
  const stranger = await signInOwner(server, await makeStore(server))
  const people = { store, members: [owner, plain], stranger }
  const rounds: Round[] = []
  let kills = 0
  for (let begun = 0, batch = 0; begun < ROUNDS; begun += AT_ONCE, batch++) {
    const these = await Promise.all(placed.slice(begun, begun + AT_ONCE).map((order) => ask(people, order)))
    const visitor = await makeVisitor(server, store)
    await visitor.say(`Cancel order ${any(others).number} ${any(placed).email}`)
    const acted = Promise.all(these.map((round) => interfere(round, people, these)))
    if (batch % KILLED_EACH === 0) {
      await sleep(20 + Math.random() * 200)
      await server.kill()
      await server.restart()
      kills++
    }
    await acted
    rounds.push(...these)
  }
  t.diagnostic(`${kills} kills`)
  const faults: string[] = []
  let done = 0
  for (const { id, order, approvalId, hasApproved } of rounds) {
    const approval = await until('an outcome', async () => {
      const found = (await approvalsOf(owner, id).list()).find((one) => one.id === approvalId)
      return found.outcome !== 'pending' && found
    })
    // The shop ends a cancellation once it is asked for the end, which a killed service does not do.
    const times = shopify.cancellations.filter((one) => one === order.id).length
    const isCancelled = times > 0
    if (isCancelled) done++
    if (times > 1) faults.push(`${id}: ${times} times`)
    if (isCancelled && !hasApproved) faults.push(`${id}: without approval`)
    if (isCancelled && approval.state !== 'approved') faults.push(`${id}: done, and ${approval.state}`)
    if (!isCancelled && approval.outcome === 'done') faults.push(`${id}: said to be done`)
    const said = (await messagesOf(store, id)).filter(({ isNote }) => !isNote)
    const taken = said.findIndex(({ text }) => text === 'Jo here.')
    const told = said.filter(({ isBot, text }) => isBot && !/prepared|with our team already|Hello/.test(text))
    if (told.filter(({ text }) => /cancelled|cannot carry|could not be|not confirmed/.test(text)).length > 1)
      faults.push(`${id}: told twice`)
    if (taken >= 0 && said.slice(taken).some(({ isBot }) => isBot)) faults.push(`${id}: told over a person`)
  }
  for (const { id } of others) if (shopify.cancellations.includes(id)) faults.push(`${id}: of another customer`)
  assert.deepEqual(faults, [])
  assert.equal(shopify.cancellations.length, done)
  assert.ok(done > 0 && done < ROUNDS, `${done} of ${ROUNDS} were done`)
  assert.equal(ok(await store.api.get('/chat/conversations?limit=1')).length, 1)
})
