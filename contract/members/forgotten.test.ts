import { test } from 'node:test'
import { openBrowser, skip } from '#test/browser/browser.ts'
import { startMailWorld } from '#test/doubles/mail.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { signInMember } from '#test/fixtures/inbox.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'
import { buildBrowserCode } from '../../scripts/build.ts'

// A forgotten password, helped by mail, on the page that asks for it.

await buildBrowserCode()
const world = await startMailWorld()
const server = await startServer({ env: world.env })
const browser = await openBrowser()

test('§11 the sign-in page offers a link by mail, and the link leads to a new password', { skip }, async () => {
  const store = await makeStore(server, { name: 'Lamps & Co' })
  const { member } = await signInMember(server, store)
  const page = await browser.newPage({ locale: 'en' })
  await page.goto(`${server.baseUrl}/inbox/open`)
  const offer = page.getByRole('button', { name: 'Forgotten? Mail me a link to a new password' })
  await offer.click()
  await page.getByText('Enter your address first.').waitFor()
  await page.getByLabel('Email').fill(member.email)
  await offer.click()
  await page.getByText('a link to a new password is on its way to it.', { exact: false }).waitFor()
  const mail = await until('the mail', async () => (await world.sentTo(member.email))[0])
  const link = /https?:\/\/\S+\/inbox\/welcome#\S+/.exec(mail.text ?? '')?.[0] as string
  await page.goto(link)
  await page.getByLabel('Password, 12 characters or more').fill('another long password')
  await page.keyboard.press('Enter')
  await page.getByRole('navigation').first().waitFor()
})
