import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { auditAll } from '#test/browser/audit.ts'
import { openBrowser, skip } from '#test/browser/browser.ts'
import { openConversation } from '#test/browser/inbox-page.ts'
import { startMailWorld } from '#test/doubles/mail.ts'
import { makeMailShop } from '#test/fixtures/mail-shop.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'
import { buildBrowserCode } from '../../scripts/build.ts'

// A member forwards a mail, in a browser, by the keyboard.

await buildBrowserCode()
const world = await startMailWorld()
const server = await startServer({ env: world.env })
const browser = await openBrowser()
let screen: Awaited<ReturnType<typeof openConversation>> | undefined
after(() => screen?.context.close())

test('spec C13.12: a member forwards a mail, sees to whom, and reads the answer as a note', { skip }, async () => {
  const shop = await makeMailShop(server, world)
  const text = 'The lamp came broken. The photo shows the crack.'
  const { id } = await shop.begin({ Subject: 'Broken lamp' }, text)
  screen = await openConversation(browser, server, shop, id)
  const { page, watched } = screen
  const message = page.locator('.message', { hasText: text })
  await message.focus()
  await message.getByRole('button', { name: 'Forward the message' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Forward the message' })
  await dialog.getByText(text).waitFor()
  await auditAll(page, 'forward-dialog')
  await dialog.getByLabel('To:', { exact: true }).fill('ben@supplier.example, eva@supplier.example')
  await dialog.getByLabel('Your message (optional)').fill('Can you send another one?')
  await page.keyboard.press('Control+Enter')
  await dialog.waitFor({ state: 'detached' })
  const note = page.locator('.message.note', { hasText: 'Forwarded to ben@supplier.example' })
  await note.getByText('Can you send another one?').waitFor()
  await note.getByText('Sent', { exact: true }).waitFor()
  const mail = await until('the mail', async () => (await world.sentTo('ben@supplier.example'))[0])
  const to = mail.replyTo?.[0]?.address as string
  const from = 'ben@supplier.example'
  await shop.send({ From: `Ben Bolt <${from}>`, To: to, Subject: 'Re: Fwd: Broken lamp' }, 'It leaves today.', {
    from,
    to,
  })
  const answer = page.locator('.message.note', { hasText: 'It leaves today.' })
  await answer.getByText('Ben Bolt <ben@supplier.example>').waitFor()
  await answer.getByText('Internal note').waitFor()
  await auditAll(page, 'forward-answer')
  assert.deepEqual([watched.foreign, watched.complaints], [[], []])
})
