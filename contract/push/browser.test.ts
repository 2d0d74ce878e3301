import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Worker } from 'playwright-core'
import { audit } from '#test/browser/audit.ts'
import { openBrowser, skip, watch } from '#test/browser/browser.ts'
import { startPushService } from '#test/doubles/push-service.ts'
import { ok } from '#test/expect.ts'
import { addConversation, makeStore, message } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Pushes as a browser has them: asked for on a click, shown by the service worker, opened and cleared by conversation.
// Chromium's own push service cannot be reached from tests: where a subscription is made, ours stands in, and what the
// service sends is delivered over CDP.

const service = await startPushService()
const server = await startServer({ env: service.env })
const store = await makeStore(server)
const owner = await signInOwner(server, store)
const browser = await openBrowser()
const context = skip ? (undefined as never) : await browser.newContext({ viewport: { width: 1440, height: 900 } })
const page = skip ? (undefined as never) : await context.newPage()
const watched = skip ? (undefined as never) : watch(page, server.baseUrl)
const phone = service.addBrowser()
const settings = `${server.baseUrl}/inbox/settings/notifications`
const turnOn = () => page.getByRole('button', { name: 'Turn on for this browser' })

/** Signs in, in a browser whose subscriptions are those of `phone`. */
test('a browser is asked for permission on a click, and not before', { skip }, async () => {
  await page.addInitScript(`{
    const made = ${JSON.stringify(phone.address)}
    const subscription = {
      endpoint: made.endpoint,
      toJSON: () => ({ endpoint: made.endpoint, keys: { p256dh: made.p256dh, auth: made.auth } }),
      unsubscribe: async () => localStorage.removeItem('test-subscribed') ?? true,
    }
    PushManager.prototype.subscribe = async (options) => {
      localStorage.setItem('test-subscribed', options.applicationServerKey)
      return subscription
    }
    PushManager.prototype.getSubscription = async () => (localStorage.getItem('test-subscribed') ? subscription : null)
    window.asked = 0
    Notification.requestPermission = async () => { asked++; return Notification.permission }
  }`)
  const [session = '', value = ''] = (owner.headers.cookie as string).split('=')
  await context.addCookies([{ name: session, value, url: server.baseUrl }])
  await context.grantPermissions(['notifications'], { origin: server.baseUrl })
  await page.goto(settings)
  await turnOn().waitFor()
  assert.equal(await page.evaluate('asked'), 0)
  assert.equal(await page.evaluate('navigator.serviceWorker.getRegistrations().then(({ length }) => length)'), 0)
  await turnOn().focus()
  await page.keyboard.press('Enter')
  await page.getByText('this browser', { exact: true }).waitFor()
  assert.equal(await page.evaluate('asked'), 1)
  const { browsers, publicKey } = ok(await owner.get('/api/chat/push'))
  assert.deepEqual([browsers.length, browsers[0].isCurrent], [1, true])
  assert.equal(await page.evaluate('localStorage.getItem("test-subscribed")'), publicKey)
  // The service worker intercepts no requests of pages.
  const scopes = await page.evaluate(
    'navigator.serviceWorker.getRegistrations().then((all) => all.map((one) => one.scope))',
  )
  assert.deepEqual(scopes, [`${server.baseUrl}/inbox/push/`])
  assert.equal(await page.evaluate('navigator.serviceWorker.controller'), null)
})

test('settings pass axe-core in every state, light and dark, and on a phone', { skip }, async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.goto(settings)
    await page.getByText('this browser', { exact: true }).waitFor()
    await audit(page, `notifications, ${colorScheme}`)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await audit(page, 'notifications, phone')
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390)
  await page.setViewportSize({ width: 1440, height: 900 })
})

const tags = (worker: Worker) =>
  worker.evaluate(
    `self.registration.getNotifications().then((all) => all.map(({ title, body, tag }) => ({ title, body, tag })))`,
  )

test('a push is shown once for its conversation, not to who looks at the inbox, opened by a click and cleared', {
  skip,
}, async () => {
  const { id } = await addConversation(store, { customerName: 'Ada Lovelace', messages: [message()] })
  const other = await addConversation(store, { customerName: 'Kim', messages: [message()] })
  const worker = context.serviceWorkers()[0] as Worker
  const cdp = await context.newCDPSession(page)
  const found = Promise.withResolvers<string>()
  cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const ours = registrations.find(({ scopeURL }) => scopeURL.endsWith('/inbox/push/'))
    if (ours) found.resolve(ours.registrationId)
  })
  await cdp.send('ServiceWorker.enable')
  const registrationId = await found.promise
  const push = (data: string) =>
    cdp.send('ServiceWorker.deliverPushMessage', { origin: server.baseUrl, registrationId, data })
  /** Right after a page has gone, one that DevTools delivers does not always arrive: it is sent until it is seen. */
  const pushUntil = (what: string, data: string, fits: (shown: { title: string }[]) => boolean) =>
    until(what, async () => {
      await push(data)
      return fits((await tags(worker)) as { title: string }[])
    })
  /** The worker hears a moment later that a page is gone. */
  const leave = async () => {
    await page.goto('about:blank')
    const pages = `self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then(({ length }) => length)`
    await until('no page', async () => (await worker.evaluate(pages)) === 0)
  }
  const notice = {
    kind: 'mention',
    conversationId: id,
    store: { appId: store.appId, name: 'Acme' },
    since: 1_000,
    actorName: 'Lin',
    contactName: 'Ada',
    text: 'Look!',
  }
  // In sight of the inbox: nothing.
  await page.goto(`${server.baseUrl}/inbox/open`)
  await push(JSON.stringify(notice))
  await leave()
  const reply = { ...notice, conversationId: other.id, kind: 'reply', contactName: null, text: null }
  await pushUntil('the second one', JSON.stringify(reply), (shown) => shown.length > 0)
  assert.deepEqual(await tags(worker), [
    { title: 'New message from a customer', body: '', tag: `${store.appId}:${other.id}` },
  ])
  await push(JSON.stringify(notice))
  await push(JSON.stringify({ ...notice, since: 2_000, text: 'Look again!' }))
  await push(JSON.stringify({ ...notice, since: 1_500, text: 'Late' }))
  const tagOfIt = `${store.appId}:${id}`
  const last = async () =>
    ((await tags(worker)) as { tag: string; body: string }[]).filter(({ tag }) => tag === tagOfIt)
  await until('one notice, the newest', async () => (await last()).some(({ body }) => body === 'Look again!'))
  assert.equal((await last()).length, 1)
  // A click goes to the open tab.
  await page.goto(`${server.baseUrl}/inbox/starred`)
  await page.getByRole('navigation', { name: 'Views' }).waitFor()
  await worker.evaluate(`self.registration.getNotifications({ tag: ${JSON.stringify(tagOfIt)} }).then(([notification]) =>
    void self.dispatchEvent(new NotificationEvent('notificationclick', { notification })))`)
  await page.waitForURL(`**/inbox/open/${id}`)
  assert.deepEqual(await last(), [])
  // What is opened by itself needs no notice either.
  await page.goto(`${server.baseUrl}/inbox/open/${other.id}`)
  await until('it to be cleared', async () => ((await tags(worker)) as unknown[]).length === 0)
  // What cannot be read is still said to be there.
  await leave()
  await pushUntil('a notice', 'no JSON', (shown) =>
    shown.some(({ title }) => title === 'Something is new in the inbox'),
  )
})

test('a sign-out takes notices and the subscription off the browser', { skip }, async () => {
  await page.goto(settings)
  await page.getByText('this browser', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(`${server.baseUrl}/inbox`)
  await page.getByLabel('Password').waitFor() // the settings have a field for an address, too
  assert.equal(await page.evaluate('localStorage.getItem("test-subscribed")'), null)
  assert.deepEqual(await tags(context.serviceWorkers()[0] as Worker), [])
  assert.deepEqual(
    watched.complaints.filter((one) => !/401|user gesture|not allowed/i.test(one)),
    [],
  )
})

test('the inbox can be installed', { skip }, async () => {
  await page.goto(`${server.baseUrl}/inbox`)
  const cdp = await context.newCDPSession(page)
  const { url, errors } = await cdp.send('Page.getAppManifest')
  assert.deepEqual([url, errors], [`${server.baseUrl}/inbox/manifest.webmanifest`, []])
  const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors')
  const found = installabilityErrors.map(({ errorId }) => errorId).filter((one) => one !== 'in-incognito')
  assert.deepEqual(found, [])
  assert.equal((await fetch(`${server.baseUrl}/inbox/icons/touch-180.png`)).headers.get('content-type'), 'image/png')
  assert.equal((await fetch(`${server.baseUrl}/inbox/icons/../web/index.html`)).status, 200) // the app's own page
  assert.equal((await fetch(`${server.baseUrl}/inbox/push/other.js`)).status, 404)
})

test('a member who has denied the permission reads how to allow it', { skip }, async () => {
  const refusing = await browser.newContext({ permissions: [] })
  const other = await refusing.newPage()
  await other.addInitScript(`Object.defineProperty(Notification, 'permission', { get: () => 'denied' })`)
  const again = await signInOwner(server, store)
  const [name = '', value = ''] = (again.headers.cookie as string).split('=')
  await refusing.addCookies([{ name, value, url: server.baseUrl }])
  await other.goto(settings)
  await other.getByText('are blocked in this browser').waitFor()
  assert.equal(await other.getByRole('button', { name: 'Turn on for this browser' }).count(), 0)
  await audit(other, 'notifications, refused')
  await refusing.close()
})
