import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok, refused } from '#test/expect.ts'
import { GUIDANCE } from '#test/fixtures/body-cases.ts'
import { HAND_OFF, makeGuidedStore, question, saying, textsOf } from '#test/fixtures/guidance.ts'
import { shareServer } from '#test/service/server.ts'

// Spec C15.20 to C15.23: guidance as admins write it, and what the AI agent does by it without a model.

const server = await shareServer()

test('spec C15.20: the first guidance that matches is followed; off at first, and order decides', async () => {
  const { inbox, guide, customer } = await makeGuidedStore(server)
  const off = ok(await inbox.post('/api/chat/ai/guidance', { ...GUIDANCE, steps: [saying('Off.')] }), 201)
  assert.equal(off.isOn, false)
  const first = await guide({ name: 'First', steps: [saying('The first one.')] })
  const second = await guide({ name: 'Second', steps: [saying('The second one.')] })
  const asked = await customer()
  assert.deepEqual(textsOf(await asked.say('Hi, my cup is broken!')), ['The first one.'])
  assert.deepEqual(textsOf(await asked.say('Which cards do you take?')), ['We take Visa and Mastercard.'])
  const ordered = ok(await inbox.put('/api/chat/ai/guidance/order', { ids: [second.id, off.id, first.id] }))
  assert.deepEqual(
    ordered.map(({ id }: { id: string }) => id),
    [second.id, off.id, first.id],
  )
  assert.deepEqual(textsOf(await (await customer()).say('my cup is broken')), ['The second one.'])
  ok(await inbox.patch(`/api/chat/ai/guidance/${second.id}`, { isOn: false }))
  assert.deepEqual(textsOf(await (await customer()).say('my cup is broken')), ['The first one.'])
  ok(await inbox.delete(`/api/chat/ai/guidance/${first.id}`))
  const [text] = textsOf(await (await customer()).say('my cup is broken'))
  assert.doesNotMatch(text ?? '', /first|second/)
})

test('spec C15.20: a situation is recognised in other words, in other languages, and by what is wanted', async () => {
  const { guide, customer } = await makeGuidedStore(server)
  const phrases = ['I want to engrave a name on the cup', 'Do you engrave names?', 'Can you put a name on it?']
  await guide({ name: 'Engraving', phrases, steps: [saying('We engrave.')] })
  await guide({ name: 'Discounts', phrases: [], intents: ['discount'], steps: [saying('No codes.')] })
  for (const [text, by] of [
    ['Is it possible that you engrave my name on a cup?', 'phrase'],
    ['Können Sie einen Namen auf die Tasse gravieren? I want to engrave a name on the cup', 'phrase'],
    ['Do you have a discount code for me?', 'intent'],
  ] as const) {
    const asked = await customer()
    await asked.say(text)
    const [{ trace }] = await asked.traces()
    assert.equal(trace.guidance?.at(-1)?.by, by, text)
    assert.equal(trace.guidance.at(-1).isFollowed, true)
  }
  const other = await customer()
  await other.say('Which cards do you take?')
  assert.equal((await other.traces())[0].trace.guidance?.some(({ isFollowed }: { isFollowed: boolean }) => isFollowed) ?? false, false) // biome-ignore format: one line
})

test('spec C15.21: questions are asked one at a time; answers have their type and fill the texts', async () => {
  const { guide, customer } = await makeGuidedStore(server)
  await guide({
    questions: [
      question('order', 'order_number', 'Which order?'),
      question('when', 'date', 'When did {{order}} arrive?'),
      question('pieces', 'number', 'How many pieces are broken?'),
      question('mail', 'email', 'Where may we write to?'),
      question('story', 'text', 'What happened?'),
    ],
    steps: [saying('{{pieces}} of {{order}}, {{when}}, {{mail}}: {{story}}')],
  })
  const asked = await customer()
  assert.deepEqual(textsOf(await asked.say('my cup is broken')), ['Which order?'])
  assert.deepEqual(textsOf(await asked.say('it was 1042')), ['When did 1042 arrive?'])
  const [again] = textsOf(await asked.say('some days ago'))
  assert.equal(again, 'I need a date here.\n\nWhen did 1042 arrive?')
  assert.deepEqual(textsOf(await asked.say('on November 24th 2026')), ['How many pieces are broken?'])
  assert.deepEqual(textsOf(await asked.say('1,200 of them')), ['Where may we write to?'])
  assert.deepEqual(textsOf(await asked.say('ada@shop.example please')), ['What happened?'])
  const last = textsOf(await asked.say('<b>{{order}}</b> fell & broke'))
  assert.deepEqual(last, ['1200 of 1042, 2026-11-24, ada@shop.example: <b>{{order}}</b> fell & broke'])
  const did = (await asked.traces()).flatMap(({ trace }) => trace.guidance?.at(-1)?.did ?? [])
  assert.ok(did.includes('no date in the answer to: when'), did.join('\n'))
  assert.ok(!JSON.stringify(did).includes('ada@'), 'answers are not traced')
})

test('spec C15.21: what the first message says already is not asked', async () => {
  const { guide, customer } = await makeGuidedStore(server)
  const questions = [question('order', 'order_number', 'Which order?'), question('mail', 'email', 'Which address?')]
  await guide({ questions, steps: [saying('{{order}}, {{mail}}')] })
  const asked = await customer()
  assert.deepEqual(textsOf(await asked.say('my cup is broken, order #TT-1001, ada@shop.example')), [
    '#TT-1001, ada@shop.example',
  ])
})

test('spec C15.21: a question that gets no answer twice hands off, with what was answered before', async () => {
  const { guide, customer } = await makeGuidedStore(server)
  const questions = [question('pieces', 'number', 'How many?'), question('mail', 'email', 'Which address?')]
  await guide({ name: 'Broken', questions, handOff: { ...HAND_OFF, note: 'Replace it at once.' } })
  const asked = await customer()
  await asked.say('my cup is broken')
  await asked.say('three... I mean 3')
  assert.match(textsOf(await asked.say('no idea'))[0] ?? '', /^I need an email address here\./)
  const end = await asked.say('still no idea')
  assert.equal(end.filter(({ isTransfer }) => isTransfer).length, 1)
  const note = end.find(({ isNote }) => isNote)?.text
  assert.match(note, /Your guidance hands this off.*Guidance: Broken\.\nReplace it at once\.\npieces: 3/s)
  assert.equal((await asked.conversation()).isChatBot, false)
})

test('spec C15.22: steps say, give an article, tag and hand off to a team with a note', async () => {
  const { store, inbox, guide, customer } = await makeGuidedStore(server)
  const team = { name: 'Warranty', emoji: '', memberIds: [store.owner.memberId], assignment: 'by_hand', receivesNew: false, receivesHandoffs: false } // biome-ignore format: one line
  const { id: teamId } = ok(await inbox.post('/api/chat/teams', team), 201)
  await guide({
    steps: [saying('We are sorry.'), { do: 'article', articleId: 'broken' }, { do: 'tag', tags: ['damage', 'cup'] }],
  })
  await guide({
    phrases: ['warranty'],
    steps: [saying('Our warranty team writes to you.'), { do: 'tag', tags: ['warranty'] }, { do: 'hand_off' }],
    handOff: { ...HAND_OFF, teamId, note: 'Look at the receipt.' },
  })
  const asked = await customer()
  const [answer] = (await asked.say('my cup is broken')).filter(({ isBot }) => isBot)
  assert.match(answer.text, /We are sorry\.\n\nSend us a photo within 14 days\.$/)
  assert.deepEqual(
    answer.chatbotFaqs.map(({ id }: { id: string }) => id),
    ['broken'],
  )
  assert.deepEqual((await asked.conversation()).tags, ['damage', 'cup'])
  const end = await asked.say('Does the warranty cover it?')
  assert.deepEqual(textsOf(end), ['Our warranty team writes to you.'])
  assert.match(end.find(({ isNote }) => isNote)?.text, /Look at the receipt\./)
  const after = ok(await inbox.get(`/api/chat/conversations/${asked.id}`))
  assert.deepEqual([after.isChatBot, after.team], [false, teamId])
  assert.deepEqual((await asked.conversation()).tags, ['damage', 'cup', 'warranty'])
  const [{ trace }] = (await asked.traces()).slice(-1)
  assert.deepEqual(trace.guidance.at(-1).did, ['says its text', 'tags: warranty', 'hands off'])
})

test('spec C15.22: words hand off within a situation; who hears the same once more gets a person', async () => {
  const { guide, customer } = await makeGuidedStore(server)
  await guide({ handOff: { ...HAND_OFF, words: ['glass'] }, steps: [saying('Please send us a photo.')] })
  const cut = await customer()
  assert.ok((await cut.say('my cup is broken, there is glass all over')).some(({ isTransfer }) => isTransfer))
  const again = await customer()
  assert.deepEqual(textsOf(await again.say('my cup is broken')), ['Please send us a photo.'])
  assert.ok((await again.say('but my cup is broken')).some(({ isTransfer }) => isTransfer))
})

test('spec C15.23: a wish for a person and sensitive matters stand above guidance', async () => {
  const { guide, customer } = await makeGuidedStore(server)
  await guide({ phrases: [], intents: [], questions: [question('story', 'text', 'Tell me.')] })
  for (const text of ['I want to talk to a person', 'I will sue you, my lawyer writes to you']) {
    const asked = await customer()
    assert.deepEqual(textsOf(await asked.say('hello there')), ['Tell me.'])
    const end = await asked.say(text)
    assert.ok(
      end.some(({ isTransfer }) => isTransfer),
      text,
    )
    assert.notEqual((await asked.traces()).at(-1).reason, 'guidance')
  }
})

test('spec C15.23: after a member, a resolve or a change of the guidance its question is not gone on with', async () => {
  const { store, inbox, guide, customer } = await makeGuidedStore(server)
  const one = await guide({
    questions: [question('story', 'text', 'What happened?')],
    steps: [saying('Thanks: {{story}}')],
  })
  const open = async () => {
    const asked = await customer()
    assert.deepEqual(textsOf(await asked.say('my cup is broken')), ['What happened?'])
    return asked
  }
  const taken = await open()
  const path = `/api/chat/conversations/${taken.id}`
  ok(await inbox.post(`${path}/messages`, { text: 'I am here.' }), 201)
  ok(await inbox.post(`${path}/ai`, { isChatBot: true }))
  assert.deepEqual(textsOf(await taken.say('Which cards do you take?')), ['We take Visa and Mastercard.'])

  const resolved = await open()
  ok(await store.api.post(`/chat/conversations/${resolved.id}/state`, { status: 'resolved' }))
  assert.deepEqual(textsOf(await resolved.say('Which cards do you take?')), ['We take Visa and Mastercard.'])

  const changed = await open()
  ok(await inbox.patch(`/api/chat/ai/guidance/${one.id}`, { isOn: false }))
  assert.deepEqual(textsOf(await changed.say('Which cards do you take?')), ['We take Visa and Mastercard.'])
})

test('spec C15.20: what cannot be is refused, and another store’s guidance is not there', async () => {
  const { inbox, guide } = await makeGuidedStore(server)
  const other = await makeGuidedStore(server)
  const theirs = await other.guide({})
  const path = `/api/chat/ai/guidance/${theirs.id}`
  refused(await inbox.patch(path, { isOn: false }), 404, 'NOT_FOUND')
  refused(await inbox.delete(path), 404, 'NOT_FOUND')
  refused(await inbox.put('/api/chat/ai/guidance/order', { ids: [theirs.id] }), 404, 'NOT_FOUND')
  const long = 'x'.repeat(1_001)
  for (const wrong of [
    { name: ' ' },
    { name: 'x'.repeat(61) },
    { language: 'xx' },
    { phrases: Array.from({ length: 11 }, () => 'x') },
    { phrases: ['x'.repeat(201)] },
    { intents: ['sensitive'] },
    { steps: [] },
    { steps: [{ do: 'say' }] },
    { steps: [saying(long)] },
    { steps: [saying('x'), saying('y')] },
    { steps: [saying('Dear {{nobody}}')] },
    { steps: [saying('x', { de: 'Liebe {{niemand}}' })] },
    { steps: [saying('x', { xx: 'x' })] },
    { steps: [{ do: 'tag', tags: ['x'] }] },
    { steps: [{ do: 'article', articleId: 'none' }] },
    { steps: [saying('x'), { do: 'answer', instruction: 'x' }] },
    { steps: [{ do: 'answer' }] },
    { questions: [question('A', 'text', 'x')] },
    { questions: [question('a', 'text', 'x'), question('a', 'text', 'y')] },
    { questions: [question('a', 'colour', 'x')] },
    { questions: [question('a', 'text', '{{a}}')] },
    { conditions: [{ about: 'channel', not: false, values: ['pigeon'] }] },
    { conditions: [{ about: 'attribute', not: false, values: ['x'] }] },
    { conditions: [{ about: 'words', name: 'x', not: false, values: ['x'] }] },
    { conditions: [{ about: 'segment', not: false, values: ['none'] }] },
    { handOff: { ...HAND_OFF, teamId: 'none' } },
    { handOff: { ...HAND_OFF, note: long } },
  ]) {
    refused(await inbox.post('/api/chat/ai/guidance', { ...GUIDANCE, ...wrong }), 400, 'INVALID_PARAMS')
  }
  const { id } = await guide({})
  refused(await inbox.patch(`/api/chat/ai/guidance/${id}`, { steps: [] }), 400, 'INVALID_PARAMS')
  for (let i = 1; i < 50; i++) await guide({ name: `Guidance ${i}` })
  refused(await inbox.post('/api/chat/ai/guidance', GUIDANCE), 400, 'INVALID_PARAMS')
  assert.equal(ok(await inbox.get('/api/chat/ai/guidance')).length, 50)
  const entries = ok(await inbox.get('/api/chat/audit-log'))
  assert.ok(entries.some(({ action }: { action: string }) => action === 'guidance.created'))
})
