import assert from 'node:assert/strict'
import { test } from 'node:test'
import { audit } from '#test/browser/audit.ts'
import { openBrowser, skip } from '#test/browser/browser.ts'
import { get, is, newShopper, openChat, push, sdkReady, startShop, visit } from '#test/browser/shop.ts'
import { ok } from '#test/expect.ts'
import { importLines, makeStore } from '#test/fixtures/factories.ts'
import { shareServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

const server = await shareServer()
const browser = await openBrowser()
const store = await makeStore(server)
const shop = await startShop(server.baseUrl, store.appId)
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkaPhfDwAEBAH/0fdRqgAAAABJRU5ErkJggg==',
  'base64',
)
const file = (name: string, buffer = Buffer.from('words'), mimeType = 'text/plain') => ({ name, buffer, mimeType })

test('spec C8.21: files are chosen, pasted and dropped, sent with the message, and shown; refusals are said in words', {
  skip,
}, async () => {
  const shopper = await newShopper(browser)
  const page = await visit(shopper, shop.page())
  const frame = await openChat(page, 'messages')
  const input = frame.locator('input[type=file]')
  await input.setInputFiles([file('photo.png', png, 'image/png'), file('empty.txt', Buffer.alloc(0))])
  await frame.getByRole('alert').getByText('empty.txt is empty.').waitFor()
  await input.setInputFiles([file('big.txt', Buffer.alloc(10 * 1024 * 1024 + 1, 'x'))])
  await frame.getByRole('alert').getByText('big.txt is larger than 10 MB.').waitFor()
  await frame.getByRole('alert').getByRole('button', { name: 'Close' }).click()
  await frame.getByText('big.txt').waitFor({ state: 'detached' })
  await frame.evaluate(`{ const carry = (name) => { const data = new DataTransfer(); data.items.add(new File(['words'], name, { type: 'text/plain' })); return data }
    const field = document.querySelector('textarea')
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: carry('pasted.txt'), bubbles: true, cancelable: true }))
    setTimeout(() => field.dispatchEvent(new DragEvent('drop', { dataTransfer: carry('dropped.txt'), bubbles: true, cancelable: true })), 50) }`)
  await frame.getByRole('button', { name: 'Remove dropped.txt' }).waitFor()
  await input.setInputFiles([1, 2, 3].map((n) => file(`more-${n}.txt`)))
  await frame.getByRole('alert').getByText('more-3.txt: at most 5 files in one message.').waitFor()
  await frame.getByRole('button', { name: 'Remove more-2.txt' }).click()
  await frame.locator('progress').first().waitFor({ state: 'detached' })
  await frame.getByRole('button', { name: 'Send' }).click()
  const picture = frame.getByRole('log').getByRole('img', { name: 'photo.png' })
  await picture.waitFor()
  await until('loaded', () => frame.evaluate('document.querySelector(".picture img").naturalWidth > 0'))
  const link = frame.getByRole('log').getByRole('link', { name: /pasted\.txt/ })
  assert.equal((await fetch(new URL(String(await link.getAttribute('href')), server.baseUrl))).status, 200)
  const id = await until('a conversation', () => get(page, 'conversation:id'))
  const [message] = ok(await store.api.get(`/chat/conversations/${id}/messages`))
  assert.deepEqual(message.files.map(({ name }: { name: string }) => name).sort(), [
    'dropped.txt',
    'more-1.txt',
    'pasted.txt',
    'photo.png',
  ])
  await shopper.close()
})

test('spec 2.3.8, C8.21: cards of products and articles, day lines, deleted messages; older pages keep the place', {
  skip,
}, async () => {
  const shopper = await newShopper(browser)
  const page = await visit(shopper, shop.page())
  await push(page, ['do', 'message:send', 'start'])
  const id = await until('a conversation', () => get(page, 'conversation:id'))
  const { customerUuid } = ok(await store.api.get(`/chat/conversations/${id}`))
  const start = Date.now() - 3 * 86_400_000
  const messages = Array.from({ length: 180 }, (_, i) => ({
    id: String(i + 1),
    text: `line ${i + 1}`,
    createdAt: new Date(start + i * 60_000).toISOString(),
    senderType: i % 2 ? 'customer' : 'bot',
  }))
  const price = (amount: string) => ({ amount, currencyCode: 'EUR' })
  Object.assign(messages[178] as object, {
    chatbotProducts: [
      {
        id: 'p',
        title: 'Moss scarf',
        url: 'https://shop.example/p',
        priceRange: { min: price('49.00'), max: price('59') },
      },
      { id: 'q', title: 'Bad link', url: 'javascript:alert(1)', imageUrl: 'javascript:alert(1)', price: 5 },
    ],
    chatbotFaqs: [{ id: 'f', question: 'How warm is it?', answer: 'Very.', url: null }],
  })
  const data = { id, customerUuid, channel: 'online_store', messages }
  assert.deepEqual((await importLines(store, [{ kind: 'conversation', data }])).rejected, [])
  await page.reload()
  await sdkReady(page)
  const frame = await openChat(page, 'messages')
  const log = frame.getByRole('log')
  await log.getByText('line 180', { exact: true }).waitFor()
  await log.getByText('from €49.00').waitFor()
  assert.equal(await log.getByRole('link', { name: 'View product: Moss scarf' }).count(), 1)
  assert.equal(await log.locator('a[href^=javascript], img[src^=javascript]').count(), 0)
  await log.getByText('How warm is it?').click()
  await log.getByText('Very.').waitFor()
  assert.equal(await log.getByText('line 100', { exact: true }).count(), 0)
  const placeOf = `(() => { const log = document.querySelector('[role=log]')
    const first = [...log.querySelectorAll('.bubble')].find((one) => one.getBoundingClientRect().top > 100)
    return first && [first.textContent, Math.round(first.getBoundingClientRect().top)] })()`
  // In one step: older messages come as soon as the place is reached.
  const before = await frame.evaluate(`document.querySelector('[role=log]').scrollTop = 60; ${placeOf}`)
  await log.getByText('line 100', { exact: true }).waitFor({ state: 'attached' })
  const after = (await until('bubbles in sight', () => frame.evaluate(placeOf))) as [string, number]
  assert.equal(after[0], (before as [string])[0])
  assert.ok(Math.abs(after[1] - (before as [string, number])[1]) < 4, `${before} → ${after}`)
  await frame.evaluate('document.querySelector("[role=log]").scrollTop = 0')
  await log.getByText('line 1', { exact: true }).waitFor({ state: 'attached' })
  await shopper.close()
})

test('spec C8.21: files chosen on the home screen are there on the next; a refusal is in the shopper’s language', {
  skip,
}, async () => {
  const shopper = await newShopper(browser)
  const page = await visit(shopper, shop.page({ lang: 'de' }))
  const frame = await openChat(page, 'home')
  await frame
    .locator('input[type=file]')
    .setInputFiles([
      file('foto.png', png, 'image/png'),
      file('seite.html', Buffer.from('<script>1</script>'), 'text/html'),
      file('klein.txt', Buffer.from('words')),
    ])
  await frame.getByText('seite.html: Dateien dieser Art können nicht gesendet werden.').waitFor()
  await frame.locator('.tray img').waitFor()
  await push(page, ['do', 'chat:open', ['messages']])
  await frame.getByRole('button', { name: 'foto.png entfernen' }).waitFor()
  await frame.getByText('seite.html: Dateien dieser Art').waitFor()
  await frame.locator('progress').first().waitFor({ state: 'detached' })
  await frame.getByRole('button', { name: 'Senden' }).click()
  await frame.getByRole('log').getByText('5 Byte').waitFor() // not 0 kB
  assert.equal(await frame.locator('.tray').count(), 0)
  await shopper.close()
})

test('spec C8.21: a picture opens large, and goes by Esc, by its button and by a click beside it', {
  skip,
}, async () => {
  const shopper = await newShopper(browser, { reducedMotion: 'reduce' })
  const page = await visit(shopper, shop.page())
  const frame = await openChat(page, 'messages')
  await frame.locator('input[type=file]').setInputFiles([file('photo.png', png, 'image/png')])
  await frame.locator('progress').waitFor({ state: 'detached' })
  await frame.getByRole('button', { name: 'Send', exact: true }).click()
  await frame.getByText(/· Sent$/).waitFor()
  const large = frame.getByRole('dialog', { name: 'photo.png' })
  const open = () => frame.getByRole('log').getByRole('button', { name: 'photo.png' }).click()
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => large.getByRole('button', { name: 'Close' }).click(),
    () => large.click({ position: { x: 4, y: 300 } }),
  ]) {
    await open()
    await large.getByRole('img', { name: 'photo.png' }).waitFor()
    assert.equal(await is(page, 'chat:opened'), true)
    await audit(frame, 'a picture')
    await close()
    await large.waitFor({ state: 'detached' })
  }
  assert.equal(await is(page, 'chat:opened'), true)
  await shopper.close()
})
