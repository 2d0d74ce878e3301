import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserContext } from 'playwright-core'
import { openBrowser, skip as skipBrowser, watch } from '#test/browser/browser.ts'
import { get, is, newShopper, openChat, push, visit } from '#test/browser/shop.ts'
import { skipWordPress, startWordPress } from '#test/doubles/wordpress-site.ts'
import { ok } from '#test/expect.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { shareServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// The plugin in a real WordPress, set up by its admin in wp-admin as docs/operate/shop.md says, and met by shoppers.

const skip = skipBrowser || skipWordPress
if (skip) console.log(`Not tested in WordPress: ${skip}`)
const site = await startWordPress()
const browser = await openBrowser()

async function signIn(context: BrowserContext, name: string, password: string) {
  const page = await context.newPage()
  await page.goto(`${site.url}/wp-login.php`)
  await page.fill('#user_login', name)
  await page.fill('#user_pass', password)
  await page.click('#wp-submit')
  await page.waitForURL(/wp-admin/)
  return page
}

test('spec C8.7, C8.22: in WordPress the plugin is activated and set up, shows the chat, and tells who is signed in until they sign out', {
  skip,
}, async () => {
  const server = await shareServer()
  const store = await makeStore(server, { settings: { widget: { preChat: { mode: 'off' } } } })
  const { secret } = ok(await store.operator.post(`/operator/stores/${store.shopId}/identity-secrets`, {}), 201)
  const admin = await signIn(await newShopper(browser), site.admin.name, site.admin.password)
  await admin.goto(`${site.url}/wp-admin/plugins.php`)
  await admin.click('#activate-parley-chat')
  await admin.waitForURL(/activate=true/)
  await admin.goto(`${site.url}/wp-admin/options-general.php?page=parley_chat`)
  await admin.getByLabel('Address of Parley').fill(`${server.baseUrl}/`)
  await admin.getByLabel('App id').fill(store.appId)
  await admin.getByLabel('Identity secret').fill(secret)
  await admin.getByRole('button', { name: 'Save Changes' }).click()
  await admin.waitForURL(/settings-updated=true/)
  assert.equal(await admin.getByLabel('Address of Parley').inputValue(), server.baseUrl)
  assert.ok(!(await admin.content()).includes(secret))

  // Somebody who is not signed in.
  const guest = await newShopper(browser)
  const page = await guest.newPage()
  const watched = watch(page, site.url, server.baseUrl)
  await page.goto(site.url)
  await page.waitForFunction('typeof window.parley?.version === "function"')
  assert.ok(!(await page.content()).includes(secret))
  await openChat(page)
  await push(page, ['do', 'message:send', 'Where is my order?'])
  const chat = await until('a conversation', () => get(page, 'conversation:id'))
  const messages = ok(await store.api.get(`/chat/conversations/${chat}/messages`))
  assert.ok(messages.some(({ text }: { text: string }) => text === 'Where is my order?'))
  assert.equal(await is(page, 'user:identified'), false)
  assert.deepEqual(watched, { foreign: [], complaints: [] })

  // A customer who is.
  const name = `Nora O'Neil & "co" </script>`
  const id = await site.php(`echo wp_insert_user( array( 'user_login' => 'nora', 'user_pass' => 'nora secret',
    'user_email' => 'nora@customer.example', 'display_name' => ${JSON.stringify(name)} ) );`)
  const shopper = await newShopper(browser)
  await (await signIn(shopper, 'nora', 'nora secret')).close()
  const signedIn = await visit(shopper, site.url)
  await until('who it is', () => is(signedIn, 'user:identified'))
  await push(signedIn, ['do', 'message:send', 'It is me'])
  const own = await until('a conversation', () => get(signedIn, 'conversation:id'))
  const { customerUuid } = ok(await store.api.get(`/chat/conversations/${own}`))
  const contact = ok(await store.api.get(`/chat/customers/${customerUuid}`))
  const stored = await site.php(`echo get_user_by( 'id', ${id} )->display_name;`)
  assert.deepEqual([contact.platformId, contact.email, contact.name], [id, 'nora@customer.example', stored])

  // Forgotten when they sign out.
  await signedIn.goto(`${site.url}/wp-login.php?action=logout`)
  await signedIn.locator('a[href*="action=logout"]').click()
  await signedIn.waitForURL(/loggedout=true/)
  const left = await visit(shopper, site.url)
  await until('nobody', async () => (await is(left, 'user:identified')) === false)
  assert.equal(await get(left, 'conversation:id'), null)
})

test('spec C8.22: WordPress knows the plugin’s eraser, which says what was not erased; deleting the plugin deletes its settings', {
  skip,
}, async () => {
  const erased = await site.php(`
    update_option( 'parley_chat', array( 'url' => 'https://chat.example', 'app_id' => 'a', 'identity_secret' => 's' ) );
    activate_plugin( 'parley-chat.php' );
    $erasers = apply_filters( 'wp_privacy_personal_data_erasers', array() );
    $exporters = apply_filters( 'wp_privacy_personal_data_exporters', array() );
    echo wp_json_encode( array(
      call_user_func( $erasers['parley-chat']['callback'], 'admin@shop.example', 1 ),
      call_user_func( $exporters['parley-chat']['callback'], 'admin@shop.example', 1 ),
      call_user_func( $erasers['parley-chat']['callback'], 'nobody@customer.example', 1 ) ) );`)
  const [kept, exported, nobody] = JSON.parse(erased)
  // There is no WooCommerce, so nobody to be asked.
  assert.deepEqual([kept.items_removed, kept.items_retained, kept.messages.length, kept.done], [false, true, 1, true])
  assert.deepEqual(exported, { data: [], done: true })
  assert.deepEqual(nobody, { items_removed: false, items_retained: false, messages: [], done: true })
  const gone = await site.php(`
    deactivate_plugins( 'parley-chat.php' );
    uninstall_plugin( 'parley-chat.php' );
    echo wp_json_encode( get_option( 'parley_chat', 'gone' ) );`)
  assert.equal(gone, '"gone"')
})
