import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startWooShop } from '#test/doubles/woocommerce.ts'
import { ok } from '#test/expect.ts'
import { addContact, makeStore } from '#test/fixtures/factories.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// The plugin for WordPress (deploy/wordpress), run by PHP itself against the few functions of WordPress that it calls.

const skip = spawnSync('php', ['--version']).status === 0 ? false : 'there is no php'
if (skip && process.env.CI) throw new Error(skip)
const FILE = fileURLToPath(new URL('../../test/doubles/wordpress.php', import.meta.url))

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
type Any = any

/** What came of each act in WordPress as it is described. */
async function wordpress(site: object, ...acts: unknown[][]): Promise<Any[]> {
  const php = spawn('php', ['-d', 'error_reporting=E_ALL', '-d', 'display_errors=1', FILE])
  php.stdin.end(JSON.stringify({ ...site, do: acts }))
  const said = Buffer.concat(await php.stdout.toArray()).toString()
  try {
    return JSON.parse(said)
  } catch {
    throw new Error(said)
  }
}

const settings = { url: 'https://chat.example', app_id: 'app_1', identity_secret: 's3cret' }
const options = { parley_chat: settings }
const user = { ID: 42, user_email: 'nora@customer.example', display_name: '</script><b>"Nora" & co' }
/** A browser with its cookie, in which pages are opened: the commands that each pushes. */
function openBrowser() {
  const document = {
    kept: '',
    get cookie() {
      return this.kept === '' ? 'a=parley_known=1' : `a=b; ${this.kept}; c=d`
    },
    set cookie(written: string) {
      const [pair = '', ...attributes] = written.split('; ')
      assert.deepEqual(attributes.slice(-3), ['path=/', 'SameSite=Lax', 'Secure'])
      this.kept = attributes.includes('Max-Age=0') ? '' : pair
    },
  }
  return {
    document,
    open(printed: string): Any[] {
      const window: { parley?: Any[] } = {}
      const script = /^<script>(.*?)<\/script>/s.exec(printed)?.[1] as string
      new Function('window', 'document', 'location', script)(window, document, { protocol: 'https:' })
      return window.parley as Any[]
    },
  }
}
const pushed = (printed: string) => openBrowser().open(printed)

test('spec C8.7, C8.22: the WordPress plugin shows the chat, and says who is signed in with a hash; nothing where it is not set up', {
  skip,
}, async () => {
  const [page, headers] = await wordpress({ options, user }, ['footer'], ['headers'])
  assert.match(page.printed, /<script async src="https:\/\/chat\.example\/sdk\.js" data-app-id="app_1"><\/script>/)
  const hash = createHmac('sha256', 's3cret').update('42').digest('hex')
  const person = { id: '42', hash, email: user.user_email, name: user.display_name }
  assert.deepEqual(pushed(page.printed), [['do', 'identify', [person]]])
  assert.equal(page.printed.match(/<\/script>/g).length, 2) // a name ends no script
  assert.ok(!page.printed.includes('s3cret'))
  assert.deepEqual(headers.result, ['no-cache'])
  const [guest, cacheable] = await wordpress({ options }, ['footer'], ['headers'])
  assert.deepEqual([pushed(guest.printed), cacheable.result], [[], []])
  const [unsigned] = await wordpress({ options: { parley_chat: { ...settings, identity_secret: '' } }, user }, [
    'footer',
  ])
  assert.deepEqual(pushed(unsigned.printed), [])
  for (const stored of [undefined, 'x', { url: 'https://chat.example' }]) {
    const [none] = await wordpress({ options: { parley_chat: stored }, user }, ['footer'])
    assert.equal(none.printed, '')
  }
})

test('spec C8.19, C8.22: the plugin prints the same page for every anonymous visitor, so that a cache can serve it to all', {
  skip,
}, async () => {
  const [first] = await wordpress({ options }, ['footer'])
  for (const cookies of [{ parley_signed_out: '1' }, { parley_known: '1' }, { parley_known: '"><script>' }]) {
    const [page] = await wordpress({ options, cookies }, ['footer'])
    assert.equal(page.printed, first.printed)
  }
})

test('spec C8.8, C8.22: the chat forgets its shopper on the first page after their session at WordPress, however that ended', {
  skip,
}, async () => {
  const [signedIn] = await wordpress({ options, user }, ['footer'])
  const [anonymous] = await wordpress({ options }, ['footer'])
  const unsigned = { parley_chat: { ...settings, identity_secret: '' } }
  const [unknown] = await wordpress({ options: unsigned, user }, ['footer'])
  const { open } = openBrowser()
  assert.deepEqual(open(anonymous.printed), [])
  for (let i = 0; i < 2; i++) {
    assert.equal(open(signedIn.printed)[0][1], 'identify')
    assert.equal(open(signedIn.printed)[0][1], 'identify')
    assert.deepEqual(open(unknown.printed), [])
    assert.deepEqual(open(anonymous.printed), [['do', 'logout', []]])
    assert.deepEqual(open(anonymous.printed), [], 'once')
  }
})

test('spec C8.22: the plugin’s settings are checked, its secret is shown to nobody, and uninstalling leaves nothing', {
  skip,
}, async () => {
  const bad = { url: 'javascript:alert(1)', app_id: '"><script>', identity_secret: ' ' }
  const [, , page, kept, refused, gone] = await wordpress(
    { options },
    ['save', { url: ' https://chat.example/ ', app_id: 'app_2', identity_secret: 'n3w' }],
    ['save', { url: 'https://chat.example', app_id: 'app_2', identity_secret: '' }],
    ['page'],
    ['save', { url: 'https://chat.example', app_id: 'app_2' }],
    ['save', bad],
    ['uninstall'],
  )
  assert.equal(page.result, 'manage_options')
  assert.match(page.printed, /value="https:\/\/chat\.example"/)
  assert.match(page.printed, /_wpnonce/)
  assert.ok(!page.printed.includes('n3w'))
  assert.deepEqual(kept.result, { url: 'https://chat.example', app_id: 'app_2', identity_secret: 'n3w' })
  assert.deepEqual(refused.result, { url: '', app_id: '', identity_secret: 'n3w' })
  assert.deepEqual(gone.result, [])
  assert.equal((await wordpress({ options, isAdmin: false }, ['page']))[0].printed, '')
})

test('spec C12.11: what WordPress is asked to erase or to hand out of a customer, the plugin asks of Parley', {
  skip,
}, async () => {
  const shop = await startWooShop()
  const server = await startServer({ env: { PLATFORM_ALLOW_CIDRS: '127.0.0.0/8', PLATFORM_PULL_EVERY: '1h' } })
  const store = await makeStore(server)
  const contact = await addContact(store, { platformId: '42', email: user.user_email })
  const body = { kind: 'woocommerce', apiUrl: shop.url, consumerKey: shop.key, consumerSecret: shop.secret }
  ok(await store.operator.post(`/operator/stores/${store.shopId}/connections`, body), 201)
  const [webhook] = await until('the webhooks', () => shop.webhooks.size > 0 && [...shop.webhooks.values()])
  const site = {
    user,
    options: { parley_chat: { ...settings, url: server.baseUrl } },
    webhooks: { 7: { delivery_url: 'https://books.example/', secret: 'x' }, 8: webhook },
  }
  const [asked, other] = await wordpress(site, ['export', user.user_email], ['erase', 'nobody@customer.example'])
  assert.deepEqual(asked.result, { data: [], done: true })
  const nothing = { items_removed: false, items_retained: false, messages: [], done: true }
  assert.deepEqual(other.result, nothing)
  const [erased] = await wordpress(site, ['erase', user.user_email])
  assert.deepEqual(erased.result, { ...nothing, items_removed: true })
  await until('the redaction', async () => ok(await store.api.get(`/chat/customers/${contact.id}`)).isRedacted)
  const [forged] = await wordpress({ ...site, webhooks: { 8: { ...webhook, secret: 'wrong' } } }, [
    'erase',
    user.user_email,
  ])
  assert.deepEqual([forged.result.items_removed, forged.result.items_retained], [false, true])
})
