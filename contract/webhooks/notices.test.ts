import assert from 'node:assert/strict'
import { test } from 'node:test'
import { audit } from '#test/browser/audit.ts'
import { openBrowser, skip } from '#test/browser/browser.ts'
import { openInbox } from '#test/browser/inbox-page.ts'
import { answer } from '#test/doubles/receiver.ts'
import { ok, refused } from '#test/expect.ts'
import { makeStore, type Store } from '#test/fixtures/factories.ts'
import { signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { change, readLog, say, shows, startWithReceiver, subscribe } from '#test/fixtures/webhooks.ts'
import { until } from '#test/until.ts'
import { buildBrowserCode } from '../../scripts/build.ts'

// What admins are shown of webhooks whose deliveries fail, before and after they are disabled.

await buildBrowserCode()
// Four waits pass at once; before the sixth attempt there is time to look.
const { server, receiver } = await startWithReceiver({ WEBHOOK_RETRY_DELAYS: '20ms,20ms,20ms,20ms,1h,1h' })
const browser = await openBrowser()

type Fields = Record<string, unknown>
const failures = (count: number, status = 500) => Array.from({ length: count }, () => answer(status))

async function setUp(path: string, ...answers: ReturnType<typeof answer>[]) {
  const store = await makeStore(server)
  const owner = await signInOwner(server, store)
  receiver.on(path, ...answers)
  const subscription = await subscribe(store, receiver.url(path))
  const notices = async () => ok(await owner.get('/api/chat/webhook-notices')) as Fields[]
  await say(store, 'Hello')
  return { store, owner, subscription, notices }
}

test('admins see a subscription that keeps failing before it is disabled, and not once its endpoint answers', async () => {
  const { store, owner, subscription, notices } = await setUp('/failing', ...failures(5), answer())
  const { inbox: member } = await signInMember(server, store)
  refused(await member.get('/api/chat/webhook-notices'), 403, 'FORBIDDEN')
  const [notice] = await until('a notice', async () => {
    const all = await notices()
    return all.length > 0 && all
  })
  const host = new URL(receiver.url('/')).host
  assert.deepEqual(Object.keys(notice ?? {}), ['id', 'host', 'state', 'since', 'reason'])
  assert.deepEqual([notice?.id, notice?.host, notice?.state], [subscription.id, host, 'failing'])
  assert.match(String(notice?.reason), /answered 500/)
  const [delivery] = (await readLog(store, subscription)) as unknown as { id: string }[]
  ok(await owner.post(`/api/chat/deliveries/${delivery?.id}/redeliver`))
  await until('no notice', async () => (await notices()).length === 0)
})

test('admins see a subscription that failures disabled until it is resumed, and none that a member paused', async () => {
  const { store, subscription, notices } = await setUp('/gone', answer(410))
  await shows(store, subscription, { isActive: false })
  const [notice] = await notices()
  assert.deepEqual([notice?.id, notice?.state], [subscription.id, 'disabled'])
  await change(store, subscription, { isActive: true })
  assert.deepEqual(await notices(), [])
  await change(store, subscription, { isActive: false })
  assert.deepEqual(await notices(), [])
})

test('fewer failures than five show nothing', async () => {
  const { store, subscription, notices } = await setUp('/short', ...failures(3), answer())
  await shows(store, subscription, { lastDeliveryStatus: 'delivered' })
  assert.deepEqual(await notices(), [])
})

test('the notice stands above the list, leads to the webhook, and stays dismissed until there is another', {
  skip,
}, async () => {
  const { store, subscription } = await setUp('/seen', ...failures(5), answer(410))
  const owner = await signInOwner(server, store)
  await until('the notice', async () => ok(await owner.get('/api/chat/webhook-notices')).length > 0)
  const { page, context } = await openInbox(browser, server, store)
  try {
    const failing = page.getByText(/keep failing/)
    await page.goto(`${server.baseUrl}/inbox/open`)
    await failing.waitFor()
    await audit(page, 'webhook-notice')
    await page.getByRole('link', { name: 'Open the webhook' }).click()
    await page.waitForURL(`**/settings/webhooks#webhook-${subscription.id}`)
    await page.locator(`#webhook-${subscription.id}`).waitFor()
    await page.goto(`${server.baseUrl}/inbox/open`)
    await failing.waitFor()
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await failing.waitFor({ state: 'detached' })
    await disable(store, subscription)
    await page.reload()
    await page.getByText(/was disabled because/).waitFor()
    assert.equal(await failing.count(), 0)
  } finally {
    await context.close()
  }
})

/** Lets the endpoint answer that it is gone. */
async function disable(store: Store, subscription: { id: string }) {
  await say(store, 'Again')
  await shows(store, subscription, { isActive: false })
}
