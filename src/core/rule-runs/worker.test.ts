import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { clock } from '#base/clock.ts'
import { createLogger } from '#base/logger.ts'
import { postAsCustomer } from '#core/conversations/customer-messages.ts'
import { assign, setSnoozed, setState } from '#core/conversations/state.ts'
import type { RuleDraft } from '#core/rules/rule.ts'
import { addRule, editRule } from '#core/rules/rules.ts'
import { setTargets } from '#core/targets/targets.ts'
import { readConversation } from '#storage/conversations/conversations.ts'
import { openEmbedded } from '#test/database/embedded.ts'
import { talk } from '#test/fixtures/conversation-fixture.ts'
import { readRuleLog } from './log.ts'
import { processDueJobs } from './worker.ts'

// Rules on the real database, at times that the test gives: silences, failures, and several workers at once.

const MINUTE = 60_000
const logger = createLogger('silent')
const { database } = await openEmbedded('rules')
const begin = Date.UTC(2026, 5, 1, 12)
const real = clock.now
clock.now = () => begin
after(() => {
  clock.now = real
})
const at = (minutes: number) => {
  clock.now = () => begin + minutes * MINUTE
}

async function setUp() {
  at(0)
  const { shop, caller, start, reply: say } = await talk(database)
  const add = (more: Partial<RuleDraft>) =>
    addRule(caller, {
      name: 'Rule',
      isOn: true,
      trigger: { on: 'message' },
      match: 'all',
      conditions: [],
      actions: [{ do: 'note', text: 'x' }],
      stopProcessing: false,
      ...more,
    })
  const work = (languageOf = () => 'en') => processDueJobs(shop, new Date(clock.now()), { languageOf, logger })
  const runs = async (id: string) => (await readRuleLog(caller, id, { limit: 100, cursor: null })).runs
  const reply = (id: string) => say(id, 'Hi')
  return { shop, caller, add, start, work, runs, reply }
}

test('a rule about a silence has one turn in each: of whom it waits for, however often it is looked at', async () => {
  const { caller, add, start, work, runs, reply } = await setUp()
  const wait = (minutes: number, waitsFor: 'team' | 'customer') => add({ trigger: { on: 'idle', minutes, waitsFor } })
  const [soon, late, theirs] = [await wait(10, 'team'), await wait(60, 'team'), await wait(30, 'customer')]
  const counts = async () =>
    (await Promise.all([soon, late, theirs].map(({ id }) => runs(id)))).map(({ length }) => length)
  const id = await start()
  for (const [minutes, expected] of [
    [9, [0, 0, 0]],
    [10, [1, 0, 0]],
    [11, [1, 0, 0]],
    [59, [1, 0, 0]],
    [60, [1, 1, 0]],
    [500, [1, 1, 0]],
  ] as const) {
    at(minutes)
    await work()
    assert.deepEqual(await counts(), expected, `after ${minutes} minutes`)
  }
  await reply(id)
  at(529)
  await work()
  assert.deepEqual(await counts(), [1, 1, 0])
  at(530)
  await work()
  assert.deepEqual(await counts(), [1, 1, 1])
  await postAsCustomer(caller, id, 'And now?')
  at(545)
  await work()
  assert.deepEqual(await counts(), [2, 1, 1], 'a new silence')
})

test('a resolved conversation waits for nobody, a snoozed one not until it is back', async () => {
  const { caller, shop, add, start, work, runs } = await setUp()
  const { id: ruleId } = await add({ trigger: { on: 'idle', minutes: 10, waitsFor: 'team' } })
  const [resolved, snoozed] = [await start(), await start()]
  await setState(caller, resolved, 'resolved')
  await setSnoozed(caller, snoozed, new Date(begin + 100 * MINUTE))
  at(50)
  await work()
  at(99)
  await work()
  assert.deepEqual(await runs(ruleId), [])
  await setSnoozed(caller, snoozed, null)
  at(102)
  await work()
  assert.deepEqual(
    (await runs(ruleId)).map(({ conversationId }) => conversationId),
    [snoozed],
  )
  assert.equal((await readConversation(shop, snoozed))?.lastPosition, '2')
})

test('what fails leaves nothing behind, is tried again, and is given up after five times', async () => {
  const { shop, add, start, work, runs } = await setUp()
  const { id } = await add({ conditions: [{ about: 'language', not: false, values: ['en'] }] })
  const fail = () => {
    throw new Error('made to fail')
  }
  const conversation = await start()
  await work(fail)
  assert.deepEqual(await runs(id), [])
  assert.equal((await readConversation(shop, conversation))?.lastPosition, '1')
  await work()
  assert.deepEqual(await runs(id), [], 'not at once')
  at(1)
  await work()
  assert.equal((await runs(id)).length, 1)
  const given = await start()
  for (let i = 1; i < 9; i++) {
    at(i)
    await work(fail)
  }
  at(20)
  await work()
  assert.ok((await runs(id)).every(({ conversationId }) => conversationId !== given))
})

test('a target that a rule’s priority makes missed is reported once, and rules that undo each other come to an end', async () => {
  const { shop, caller, add, start, work } = await setUp()
  const none = { first_reply: null, next_reply: null, resolve: null }
  const soon = { ...none, first_reply: 5 }
  await setTargets(caller, { inHours: false, targets: { urgent: soon, high: none, normal: none, low: soon } })
  const to = (priority: string, trigger: RuleDraft['trigger'], from: string) =>
    add({
      trigger,
      conditions: [{ about: 'priority', not: false, values: [from] }],
      actions: [{ do: 'set_priority', values: [priority] }],
      stopProcessing: true,
    })
  await to('urgent', { on: 'idle', minutes: 10, waitsFor: 'team' }, 'normal')
  await to('low', { on: 'missed' }, 'urgent')
  await to('urgent', { on: 'missed' }, 'low')
  const id = await start()
  const { memberId } = caller.actor as { memberId: string }
  await assign(caller, id, memberId)
  const told = () => shop.query("select id from notifications where shop_id = $1 and kind = 'missed'", [])
  at(9)
  while (await work());
  assert.equal((await told()).length, 0)
  at(10)
  for (let i = 0; i < 5; i++) await work()
  assert.equal((await told()).length, 1)
  const { priority, dueAt } = (await readConversation(shop, id)) as { priority: string; dueAt: Date }
  assert.deepEqual([priority, dueAt.getTime() - begin], ['low', 5 * MINUTE])
})

test('of many workers at once each piece of work is one’s', async () => {
  const { shop, add, start, work, runs } = await setUp()
  const { id } = await add({})
  const ids = await Promise.all(Array.from({ length: 10 }, start))
  await Promise.all(Array.from({ length: 5 }, () => work()))
  const done = (await runs(id)).map(({ conversationId }) => conversationId)
  assert.deepEqual(done.sort(), ids.toSorted())
  for (const one of ids) assert.equal((await readConversation(shop, one))?.lastPosition, '2')
})

test('acts ask memory: no statement for a store without rules; a change is known to the next act', async () => {
  const { caller, add, start, work, runs } = await setUp()
  await start()
  const before = database.statementsSent()
  await start()
  const without = database.statementsSent() - before
  const { id } = await add({ isOn: false })
  await start()
  const again = database.statementsSent()
  await start()
  assert.equal(database.statementsSent() - again, without)
  await editRule(caller, id, { isOn: true })
  await start()
  await work()
  assert.equal((await runs(id)).length, 1)
})
