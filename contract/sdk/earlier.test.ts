import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser, skip } from '#test/browser/browser.ts'
import { get, listen, newShopper, openChat, push, startShop, visit } from '#test/browser/shop.ts'
import { ok } from '#test/expect.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { startProxy } from '#test/service/proxy.ts'
import { shareServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// A shopper's earlier conversations: listed, read, gone on with.

const server = await shareServer()
const browser = await openBrowser()
const store = await makeStore(server)
const texts = async (id: unknown) =>
  ok(await store.api.get(`/chat/conversations/${id}/messages`)).map(({ text }: { text: string }) => text)
const reply = async (id: unknown, text: string) =>
  ok(await store.api.post(`/chat/conversations/${id}/messages`, { text, memberId: store.owner.memberId }), 201)

/** Says something in a conversation of its own, and answers its id. */
async function begin(page: Page, words: string): Promise<unknown> {
  const before = await get(page, 'conversation:id')
  if (before) {
    const heard = await listen(page, 'session:reset')
    await push(page, ['do', 'session:reset'])
    await heard.one('session:reset')
  }
  await push(page, ['do', 'message:send', words])
  return until('a conversation', async () => {
    const id = await get(page, 'conversation:id')
    return id !== before && id
  })
}

for (const upgrades of ['passed', 'refused'] as const) {
  test(`spec C8.21: earlier conversations are listed, read and gone on with, where sockets are ${upgrades}`, {
    skip,
  }, async () => {
    const proxy = await startProxy(server.baseUrl, upgrades)
    const shop = await startShop(proxy.baseUrl, store.appId)
    const shopper = await newShopper(browser)
    const page = await visit(shopper, shop.page())
    const frame = await openChat(page, 'messages')
    const [ended, open, current] = [
      await begin(page, 'about a kettle'),
      await begin(page, 'about a cup'),
      await begin(page, 'about a pot'),
    ]
    await reply(ended, 'The kettle is back.')
    ok(await store.api.post(`/chat/conversations/${ended}/state`, { status: 'resolved' }))
    const heard = await listen(page, 'message:received')
    await push(page, ['do', 'chat:open', ['home']])
    await frame.getByRole('button', { name: /Earlier conversations/ }).click()
    await frame.getByRole('heading', { name: 'Earlier conversations' }).waitFor()
    assert.equal(await frame.locator('.articles .card').count(), 3)
    // One that has ended is read only.
    await frame.getByRole('button', { name: /The kettle is back.*Ended/ }).click()
    await frame.getByRole('log').getByText('The kettle is back.').waitFor()
    assert.equal(await frame.locator('textarea').count(), 0)
    await frame.getByRole('button', { name: 'Back', exact: true }).click()
    // One that is open is gone on with; its answers come in.
    await frame.getByRole('button', { name: /about a cup/ }).click()
    await frame.getByRole('log').getByText('about a cup').waitFor()
    await frame.locator('textarea').fill('and a saucer')
    await frame.locator('textarea').press('Enter')
    await until('there', async () => (await texts(open)).includes('and a saucer'))
    await reply(open, 'One saucer.')
    await frame.getByRole('log').getByText('One saucer.').waitFor()
    await frame.getByRole('button', { name: 'Back', exact: true }).click()
    await frame.getByRole('button', { name: 'Back', exact: true }).click()
    // The current one is where the next message goes, and nothing old was told as new.
    await until('back', async () => (await get(page, 'conversation:id')) === current)
    await frame.locator('textarea').fill('and a lid')
    await frame.locator('textarea').press('Enter')
    await until('there', async () => (await texts(current)).includes('and a lid'))
    assert.deepEqual(await texts(open), ['about a cup', 'and a saucer', 'One saucer.'])
    assert.deepEqual(
      (await heard.of('message:received')).map(({ text }) => text),
      ['One saucer.'],
    )
    await shopper.close()
  })
}
