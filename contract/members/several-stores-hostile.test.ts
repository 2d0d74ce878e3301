import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok, refused } from '#test/expect.ts'
import { addConversation, addMember, makeStore, message } from '#test/fixtures/factories.ts'
import { PASSWORD, pageOf, signInOwner } from '#test/fixtures/inbox.ts'
import { collectInboxRoutes, titleOf } from '#test/fixtures/inbox-routes.ts'
import { makePerson, type OwnStore, StoreBrowser } from '#test/fixtures/several-stores.ts'
import { startServer } from '#test/service/server.ts'

// Several stores in one browser: nothing of a store without a session is read or written, however a request names it.

const server = await startServer()
const browserOf = () => new StoreBrowser(server)
const SECRET = 'only-in-the-foreign-store'

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
type Any = any

test('spec C17.16: an admin who makes a member of somebody’s address opens no store of theirs, nor do they get into its', async () => {
  const { email, stores } = await makePerson(server, ['Good'])
  const [good] = stores as [OwnStore]
  const evil = await makeStore(server, { name: 'Evil' })
  const owner = await signInOwner(server, evil)
  // The attacker invites the address, keeps the link, and chooses the password themselves.
  const { link } = ok(await owner.post('/api/chat/invitations', { email, role: 'admin' }), 201)
  const token = link.slice(link.indexOf('#') + 1)
  const words = { firstName: 'Not', lastName: 'Them', password: 'the attacker’s own password' }
  const attacker = browserOf()
  ok(await attacker.call('POST', '/links/use', { body: { token, ...words } }))
  assert.deepEqual(await attacker.stores(), [evil.shopId])
  ok(await attacker.signIn(email, {}, words.password))
  assert.deepEqual(await attacker.stores(), [evil.shopId])
  ok(await attacker.signIn(email, evil, words.password))
  assert.deepEqual(await attacker.stores(), [evil.shopId])
  refused(await attacker.signIn(email, good, words.password), 401, 'UNAUTHENTICATED')
  refused(await attacker.call('GET', '/me', { store: good }), 401, 'UNAUTHENTICATED')
  // A new password by a link of the attacker's store changes nothing elsewhere.
  const { members } = ok(await owner.get('/api/chat/team'))
  const { id } = members.find((one: Any) => one.email === email)
  const reset = ok(await owner.post(`/api/chat/members/${id}/password-link`), 201)
  const again = reset.link.slice(reset.link.indexOf('#') + 1)
  ok(await attacker.call('POST', '/links/use', { body: { token: again, password: 'another password of theirs' } }))
  assert.deepEqual(await attacker.stores(), [evil.shopId])
  // And the person's own sign-in opens their store alone.
  const person = browserOf()
  ok(await person.signIn(email))
  assert.deepEqual(await person.stores(), [good.shopId])
})

test('spec C17.15: tampered cookies open nothing: other stores’ tokens, swapped parts, copies, too much of it', async () => {
  const { email, stores } = await makePerson(server, ['One', 'Two'])
  const [one, two] = stores as [OwnStore, OwnStore]
  const browser = browserOf()
  ok(await browser.signIn(email, one))
  const [first = '', second = ''] = browser.cookie.split('~')
  const secretOf = (token: string) => token.split('.')[1]
  const foreign = await makeStore(server)
  const cookies = [
    `${foreign.shopId}.${secretOf(first)}`,
    `${one.shopId}.${secretOf(second)}~${two.shopId}.${secretOf(first)}`,
    `${first}${second}`,
    `${first},${second}`,
    `~${'x'.repeat(6_000)}`,
    Array.from({ length: 60 }, (_, i) => `${i}.${'0'.repeat(64)}`).join('~'),
    `${first.toUpperCase()}~`,
  ]
  for (const cookie of cookies) {
    browser.cookie = cookie
    for (const store of [undefined, one, two, foreign]) {
      const answer = await browser.call('GET', '/me', { ...(store && { store }) })
      refused(answer, 401, 'UNAUTHENTICATED')
    }
    assert.deepEqual(await browser.stores(), [], cookie)
  }
  // Text that is not a token is ignored; of two tokens of one store the first counts.
  browser.cookie = `nothing~~${first}~${one.shopId}.${'0'.repeat(64)}~%00`
  assert.deepEqual(await browser.stores(), [one.shopId])
  browser.cookie = `${one.shopId}.${'0'.repeat(64)}~${first}`
  refused(await browser.call('GET', '/me', { store: one }), 401, 'UNAUTHENTICATED')
})

test('spec C17.15: a request names one store, in its header or its address, and none in its body', async () => {
  const { email, stores } = await makePerson(server, ['One', 'Two'])
  const [one, two] = stores as [OwnStore, OwnStore]
  const browser = browserOf()
  ok(await browser.signIn(email, one))
  const named = (path: string, store?: string) => browser.call('GET', path, { ...(store !== undefined && { store }) })
  assert.equal(ok(await named(`/me?shopId=${two.shopId}`)).store.name, 'Two')
  assert.equal(ok(await named(`/me?shopId=${two.shopId}`, two.shopId)).store.name, 'Two')
  refused(await named(`/me?shopId=${two.shopId}`, one.shopId), 401, 'UNAUTHENTICATED')
  refused(await named(`/me?shopId=${two.shopId}&shopId=${one.shopId}`), 401, 'UNAUTHENTICATED')
  for (const store of ['', ' ', `${one.shopId},${two.shopId}`, one.shopId.toUpperCase(), one.appId, '*'])
    refused(await named('/me', store), 401, 'UNAUTHENTICATED')
  assert.equal(ok(await named('/me')).store.name, 'One')
})

test('spec C17.15: a session ended in one store, or a member deactivated there, changes nothing in the others', async () => {
  const { email, stores } = await makePerson(server, ['One', 'Two'])
  const [one, two] = stores as [OwnStore, OwnStore]
  const browser = browserOf()
  ok(await browser.signIn(email, one))
  const owner = await signInOwner(server, one)
  ok(await owner.patch(`/api/chat/members/${one.memberId}`, { active: false }))
  refused(await browser.call('GET', '/me', { store: one }), 401, 'UNAUTHENTICATED')
  refused(await browser.call('GET', '/me'), 401, 'UNAUTHENTICATED')
  assert.equal(ok(await browser.call('GET', '/me', { store: two })).store.name, 'Two')
  assert.deepEqual(await browser.stores(), [two.shopId])
})

test('spec C17.17: another site’s page can neither change the current store nor sign out', async () => {
  const { email, stores } = await makePerson(server, ['One', 'Two'])
  const browser = browserOf()
  ok(await browser.signIn(email, stores[0] as OwnStore))
  const headers = { cookie: `parley_session=${browser.cookie}`, origin: 'https://evil.example' }
  const page = pageOf(server)
  refused(await page.post(`/api/chat/stores/current?shopId=${stores[1]?.shopId}`, undefined, headers), 403, 'FORBIDDEN')
  refused(await page.delete('/api/chat/stores', headers), 403, 'FORBIDDEN')
  assert.equal((await browser.stores()).length, 2)
})

test('spec C17.15: no route of the inbox answers for a store that is named without a session there', async () => {
  const { email, stores } = await makePerson(server, ['Own'])
  const [own] = stores as [OwnStore]
  const foreign = await makeStore(server, { name: SECRET })
  const made = await addConversation(foreign, { messages: [message({ text: SECRET })] })
  const contact = await addMember(foreign, { email: `${SECRET}@example.com`, password: PASSWORD })
  const browser = browserOf()
  ok(await browser.signIn(email))
  const cookie = browser.cookie
  const routes = await collectInboxRoutes()
  assert.ok(routes.length > 200)
  const open: string[] = []
  for (const route of routes) {
    const path = route.url
      .slice('/api/chat'.length)
      .replace(/:(\w+)/g, (_, name) => (name === 'memberId' ? contact.id : made.id))
    for (const how of ['header', 'address']) {
      browser.cookie = cookie
      const query = how === 'address' ? `?shopId=${foreign.shopId}` : ''
      const body = ['GET', 'DELETE'].includes(route.method) ? undefined : {}
      const store = how === 'header' ? { store: foreign } : {}
      const answer = await browser.call(route.method, path + query, { body, ...store })
      assert.ok(!JSON.stringify(answer.body).includes(SECRET), titleOf(route))
      if (answer.status === 401 && answer.body.error.code === 'UNAUTHENTICATED') continue
      open.push(titleOf(route))
    }
  }
  const anyone = routes.filter(({ access }) => access === 'anyone').map(titleOf)
  assert.deepEqual(
    open.filter((title) => !anyone.includes(title)),
    [],
  )
  assert.ok(own.shopId)
})

test('spec C17.15: no answer has data of another store than the one that is named', async () => {
  const { email, stores } = await makePerson(server, ['Named', SECRET])
  const [named, other] = stores as [OwnStore, OwnStore]
  await addConversation(other, { tags: [SECRET], customerName: SECRET, messages: [message({ text: SECRET })] })
  const browser = browserOf()
  ok(await browser.signIn(email, other))
  const paths = (await collectInboxRoutes()).filter(({ method, url }) => method === 'GET' && !url.includes(':'))
  const showing = new Set<string>()
  for (const { url } of paths) {
    const path = url.slice('/api/chat'.length)
    const read = async (store: OwnStore) => JSON.stringify((await browser.call('GET', path, { store })).body)
    if ((await read(other)).includes(SECRET)) showing.add(path)
    if (path === '/stores') continue // lists both, each by its own session
    assert.ok(!(await read(named)).includes(SECRET), path)
    assert.ok(
      !JSON.stringify((await browser.call('GET', `${path}?shopId=${named.shopId}`)).body).includes(SECRET),
      path,
    )
  }
  for (const path of ['/me', '/session', '/conversations']) assert.ok(showing.has(path), path)
})
