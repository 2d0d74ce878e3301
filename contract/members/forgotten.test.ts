import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser, skip } from '#test/browser/browser.ts'
import { startMailWorld } from '#test/doubles/mail.ts'
import { refused } from '#test/expect.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { PASSWORD, pageOf, signInMember } from '#test/fixtures/inbox.ts'
import { addSecondFactor } from '#test/fixtures/second-factor.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'
import { buildBrowserCode } from '../../scripts/build.ts'

// Mail about a member's password: a link to a new one, and that somebody else has it.

await buildBrowserCode()
const world = await startMailWorld()
const server = await startServer({ env: world.env })
const browser = await openBrowser()

test('spec C11.1: the sign-in page offers a link by mail, and the link leads to a new password', { skip }, async () => {
  const store = await makeStore(server, { name: 'Lamps & Co' })
  const { member } = await signInMember(server, store)
  const page = await browser.newPage({ locale: 'en' })
  await page.goto(`${server.baseUrl}/inbox/open`)
  const offer = page.getByRole('button', { name: 'Forgot your password? Email me a reset link' })
  await offer.click()
  await page.getByText('Enter your email first.').waitFor()
  await page.getByLabel('Email').fill(member.email)
  await offer.click()
  await page.getByText('a reset link has been sent to it.', { exact: false }).waitFor()
  const mail = await until('the mail', async () => (await world.sentTo(member.email))[0])
  const link = /https?:\/\/\S+\/inbox\/welcome#\S+/.exec(mail.text ?? '')?.[0] as string
  await page.goto(link)
  await page.getByLabel('Password, 12 characters or more').fill('another long password')
  await page.keyboard.press('Enter')
  await page.getByRole('navigation').first().waitFor()
})

test('a member learns by mail, once, that someone has their password and guesses codes', async () => {
  const { member, inbox } = await signInMember(server, await makeStore(server, { name: 'Lamps & Co' }))
  await addSecondFactor(inbox)
  const guess = () =>
    pageOf(server).post('/api/chat/session', { email: member.email, password: PASSWORD, code: 'not-it' })
  for (let i = 0; i < 9; i++) refused(await guess(), 401, 'UNAUTHENTICATED')
  assert.deepEqual(await world.sentTo(member.email), [])
  refused(await guess(), 401, 'UNAUTHENTICATED')
  const subjects = async () => (await world.sentTo(member.email)).map(({ subject }) => subject)
  await until('the mail', async () => (await subjects()).length > 0)
  refused(await guess(), 429, 'RATE_LIMITED')
  assert.deepEqual(await subjects(), ['Someone has your password for Lamps & Co'])
})
