import assert from 'node:assert/strict'
import { test } from 'node:test'
import { audit } from '#test/browser/audit.ts'
import { openBrowser, skip } from '#test/browser/browser.ts'
import { createClient } from '#test/clients/client.ts'
import { ok } from '#test/expect.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { shareServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'
import { buildBrowserCode } from '../../scripts/build.ts'

// The widget's page in the settings, as an admin uses it.

await buildBrowserCode()
const server = await shareServer()
const browser = await openBrowser()

test('spec C4.1: home screen, opening hours and campaigns are set in the settings, on a phone and in the dark too', {
  skip,
}, async () => {
  const store = await makeStore(server)
  const context = await browser.newContext({ viewport: { width: 1_280, height: 900 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(`${server.baseUrl}/inbox/settings/widget`)
  await page.getByLabel('Email').fill(store.owner.email)
  await page.getByLabel('Password').fill(store.owner.password)
  await page.keyboard.press('Enter')
  const config = async () => ok(await createClient(server.baseUrl).get(`/storefront/config?app=${store.appId}`))
  // What is typed shows before it is saved; without words of the store's own, ours come back.
  const look = page.locator('form', { has: page.getByLabel('Greeting') })
  const preview = page.locator('.live-preview')
  await preview.getByText('Hi there').waitFor()
  await look.getByLabel('Greeting').fill('Ahoy')
  await look.getByLabel('Introduction').fill('What can we do?')
  await preview.getByText('Ahoy').waitFor()
  await preview.getByText('What can we do?').waitFor()
  assert.equal((await config()).theme.greeting ?? null, null)
  await look.getByRole('button', { name: 'Save' }).click()
  await until('the greeting', async () => (await config()).theme.greeting === 'Ahoy')
  await look.getByLabel('Greeting').fill('')
  await preview.getByText('Hi there').waitFor()
  await look.getByRole('button', { name: 'Save' }).click()
  await until('no greeting', async () => !(await config()).theme.greeting)
  await page.getByLabel('Usual reply time').selectOption('hours')
  await until('the reply time', async () => (await config()).replyTime === 'hours')
  await page.getByLabel('Ask how it went').click()
  await until('the rating', async () => (await config()).rating === false)

  const hours = page.locator('form', { has: page.getByLabel('Time zone') })
  await hours.getByLabel('Time zone').selectOption('Europe/Paris')
  await hours.getByRole('checkbox').first().check()
  await hours.getByLabel('Monday, to').fill('18:30')
  await hours.getByLabel('Closed days').fill('2026-12-25')
  await hours.getByRole('button', { name: 'Save' }).click()
  const expected = {
    timeZone: 'Europe/Paris',
    open: [{ days: [1], from: '09:00', to: '18:30' }],
    closed: ['2026-12-25'],
  }
  await until('the hours', async () => (await config()).hours)
  assert.deepEqual((await config()).hours, expected)

  const campaign = page.locator('form', { has: page.getByLabel('Key', { exact: true }) })
  // The preview reloads after each save without interrupting a member who types on.
  await campaign.getByLabel('Key', { exact: true }).click()
  await page.keyboard.type('leaving', { delay: 150 })
  assert.equal(await campaign.getByLabel('Key', { exact: true }).inputValue(), 'leaving')
  await campaign.getByLabel('Message', { exact: true }).fill('Wait: 10 % off')
  await campaign.getByLabel('When the shopper is about to leave').check()
  await campaign.getByLabel('Languages').fill('en, de')
  await campaign.getByLabel('How often').selectOption('days')
  await campaign.getByLabel('Days before it shows again').fill('30')
  await campaign.getByLabel('Button link').fill('https://shop.example/sale')
  await campaign.getByRole('button', { name: 'Add the campaign' }).click()
  await page.getByText('about to leave, languages: en, de, again after 30 days').waitFor()
  const [made] = ok(await store.operator.get(`/operator/stores/${store.shopId}`)).settings.widget.campaigns
  assert.deepEqual(made, {
    key: 'leaving',
    text: 'Wait: 10 % off',
    once: false,
    rules: { exit: true, languages: ['en', 'de'] },
    everyDays: 30,
    button: { label: 'Open', url: 'https://shop.example/sale' },
  })
  // What shoppers did with it stands beside it.
  const shopper = createClient(server.baseUrl)
  for (const act of ['shown', 'shown', 'clicked'])
    ok(await shopper.post('/storefront/campaigns', { appId: store.appId, key: 'leaving', act }))
  await page.reload()
  await page.getByText('Last 30 days: seen 2, clicked 1').waitFor()
  assert.equal(await campaign.getByLabel('Countries, two letters each').count(), 0) // no proxy tells them
  // Letters, a logo and a picture, in the preview as they are saved.
  await look.getByLabel('Font').selectOption('serif')
  await look.getByLabel('Header picture', { exact: true }).fill('/docs/icon.svg')
  await look.getByRole('button', { name: 'Save' }).click()
  await until('the letters', async () => (await config()).theme.font === 'serif')
  assert.deepEqual([(await config()).theme.headerImageUrl, (await config()).theme.logoUrl], ['/docs/icon.svg', null])
  const saved = await until('the preview with its picture', async () => {
    const frame = page.frames().find((one) => one.url().includes('/storefront/frame'))
    return (await frame
      ?.locator('.banner')
      .count()
      .catch(() => 0))
      ? frame
      : null // the one before is going
  })
  assert.match(String(await saved.evaluate('getComputedStyle(document.body).fontFamily')), /Georgia/)
  await page.getByLabel('Email transcripts').click()
  await until(
    'no copies',
    async () =>
      (await store.operator.get(`/operator/stores/${store.shopId}`)).body.data.settings.widget.transcript === false,
  )
  for (const [width, colorScheme] of [
    [1_280, 'light'],
    [1_280, 'dark'],
    [390, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    await audit(page, `${width} px, ${colorScheme}`)
    assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= width)
  }
  await context.close()
})
