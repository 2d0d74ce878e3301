import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { type OidcDouble, signWith, startOidcIssuer } from '#test/doubles/oidc-issuer.ts'
import { ok } from '#test/expect.ts'
import { addMember, makeStore } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { newBrowser, reasonOf } from '#test/fixtures/single-sign-on.ts'
import { startServer } from '#test/service/server.ts'

// Several issuers: the operator's, and those that stores set up, whose admins may be hostile to everyone else.

/** An issuer whose answers do not name it, as those of many do not: without RFC 9207. */
async function startQuietIssuer(): Promise<OidcDouble> {
  const quiet = await startOidcIssuer()
  quiet.describe = ({ authorization_response_iss_parameter_supported: _, ...document }) => document
  quiet.answer = (query) => query.delete('iss')
  return quiet
}

const issuer = await startQuietIssuer()
const server = await startServer({ env: { ...issuer.env, TRUST_PROXY: '127.0.0.1' } })
const browserOf = () => newBrowser(server)
const verified = (email: string) => ({ sub: randomUUID(), email, email_verified: true })

/** A store with an issuer of its own, and a member there who has got in through it. */
async function makeOwnIssuer() {
  const [shop, own] = [await makeStore(server), await startQuietIssuer()]
  const owner = await signInOwner(server, shop)
  const client = { issuer: own.origin, clientId: own.client.id, clientSecret: own.client.secret, name: null }
  const rest = { isOnly: false, allowedDomains: [], groupClaim: 'groups', groups: [] }
  const { callbackUrl } = ok(await owner.put('/api/chat/single-sign-on', { ...client, ...rest }))
  const member = await addMember(shop)
  own.person = verified(member.email)
  const query = `?store=${shop.appId}`
  /** Signs in on the store's page; the member who got in. */
  const enter = async () => {
    const browser = browserOf()
    await browser.signIn(own, query)
    return (await browser.whoAmI())?.member.id ?? null
  }
  assert.equal(await enter(), member.id)
  return { shop, own, member, query, enter, callbackUrl: callbackUrl as string }
}

type Own = Awaited<ReturnType<typeof makeOwnIssuer>>

const store = await makeStore(server)
const account = verified((await addMember(store)).email)

/** Whether a browser that began a sign-in gets in by an answer that `of` makes for the issuer's page. */
async function getsIn(query: string, of: (page: string) => string): Promise<boolean> {
  const browser = browserOf()
  const { location } = await browser.ask('GET', of(await browser.begin(query)))
  const isIn = (await browser.whoAmI()) !== null
  assert.ok(isIn || reasonOf(location), location)
  return isIn
}

/** Returns whether anyone got in who must not. */
const CASES: Record<string, (one: Own) => Promise<boolean>> = {
  'a store’s issuer that vouches for another store’s member': async ({ own, enter }) => {
    own.person = account
    return (await enter()) !== null
  },
  'a store’s issuer that signs in the operator’s name': async ({ own, enter }) => {
    own.change = (claims) => ({ ...claims, iss: issuer.origin })
    return (await enter()) !== null
  },
  'a subject of the operator’s issuer, named by a store’s': async ({ own, enter }) => {
    own.person = { sub: account.sub }
    return (await enter()) !== null
  },
  'an answer of the operator’s issuer to a sign-in at a store’s': ({ query }) =>
    getsIn(query, (page) => issuer.signIn(page)),
  'an answer of a store’s issuer to a sign-in at the operator’s': ({ own }) => getsIn('', (page) => own.signIn(page)),
  'an answer of a store’s issuer at the operator’s address': ({ own, query }) =>
    getsIn(query, (page) => own.signIn(page).replace(/callback\/[^?]+/, 'callback')),
  'an answer of the operator’s issuer at a store’s address': ({ shop }) =>
    getsIn('', (page) => issuer.signIn(page).replace('callback?', `callback/${shop.shopId}?`)),
  'an answer of a store’s issuer at another store’s address': ({ own, query }) =>
    getsIn(query, (page) => own.signIn(page).replace(/callback\/[^?]+/, `callback/${store.shopId}`)),
  'a key that the issuer has replaced': async ({ own, enter }) => {
    const old = own.key()
    await own.rotate()
    assert.ok(await enter(), 'the new key is found')
    own.sign = (claims) => signWith(claims, old)
    return (await enter()) !== null
  },
  'a key that is for encryption': async ({ own, enter }) => {
    await own.rotate()
    own.key().jwk.use = 'enc'
    return (await enter()) !== null
  },
  'a linked account whose address is another member’s now': async ({ shop, own, member, enter }) => {
    own.person = { ...own.person, email: (await addMember(shop)).email }
    return (await enter()) !== member.id
  },
  'another account with the address of a linked one': async ({ own, member, enter }) => {
    own.person = verified(member.email)
    return (await enter()) !== null
  },
}

test('spec C17.4, C17.6: issuers that are mixed up, or speak for others, let nobody in', async (t) => {
  issuer.person = account
  assert.equal(await browserOf().signIn(issuer), '/inbox')
  const letIn: string[] = []
  for (const [name, act] of Object.entries(CASES)) {
    if (await act(await makeOwnIssuer())) letIn.push(name)
  }
  t.diagnostic(`${Object.keys(CASES).length} hostile cases, ${letIn.length} let in`)
  assert.deepEqual(letIn, [])
  assert.equal(await browserOf().signIn(issuer), '/inbox')
})

test('spec C17.4: a store’s issuer never receives a code of the operator’s, nor of another store’s', async () => {
  const [evil, other] = [await makeOwnIssuer(), await makeOwnIssuer()]
  issuer.person = account
  const operators = { own: issuer, query: '', callbackUrl: `${server.baseUrl}/api/chat/sign-in/oidc/callback` }
  for (const { own, query, callbackUrl } of [operators, other]) {
    // The attacker begins a sign-in there, and has a person who came to the attacker's store finish it: the code of that
    // sign-in would fit the attacker's browser. An issuer sends browsers only to the address that is registered there.
    const [attacker, person] = [browserOf(), browserOf()]
    const page = new URL(await attacker.begin(query))
    assert.equal(page.searchParams.get('redirect_uri'), callbackUrl)
    const begun = new URL(await person.begin(evil.query))
    page.searchParams.set('state', begun.searchParams.get('state') as string)
    const before = evil.own.tokenReads
    const { location } = await person.ask('GET', own.signIn(page.href))
    assert.equal(evil.own.tokenReads, before, 'the code went to the attacker’s issuer')
    assert.equal(reasonOf(location), 'expired')
  }
})
