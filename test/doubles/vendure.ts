import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createDatabase } from '../database/database.ts'
import { claimPort } from '../service/claim-port.ts'
import { until } from '../until.ts'

/** A real Vendure shop as a program of its own (test/shops/vendure), and what shoppers and its team do in it. */

const DIRECTORY = fileURLToPath(new URL('../shops/vendure', import.meta.url))
const INSTALLED = join(DIRECTORY, 'node_modules/@vendure/core/package.json')
const START_MS = 120_000

// biome-ignore lint/suspicious/noExplicitAny: answers of a program whose types are not ours
type Any = any

/** Installs the shop where it is not yet: from its lock file, without running anybody's scripts. */
export async function installVendure(): Promise<void> {
  if (existsSync(INSTALLED)) return
  await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: DIRECTORY })
}

export interface VendureShop {
  /** The admin API's address. */
  apiUrl: string
  apiKey: string
  /** Asks the admin API as its superadmin. */
  admin(query: string, variables?: object): Promise<Any>
  /** A shopper with a session of their own. */
  shopper(): { ask(query: string, variables?: object): Promise<Any> }
  /** What the plugin tells Parley with. */
  connect(settings: { url: string; connection: string; secret: string }): Promise<void>
  kill(): Promise<void>
  start(): Promise<void>
}

/** Starts a shop on a database of its own, with a key of its API. It is stopped and deleted after the test file. */
export async function startVendure(): Promise<VendureShop> {
  const database = await createDatabase()
  const directory = await mkdtemp(join(tmpdir(), 'parley-vendure-'))
  const settings = join(directory, 'settings.json')
  const port = await claimPort()
  const password = randomUUID()
  const base = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
  const start = async () => {
    const { PATH = '', HOME = '' } = process.env
    const env = { PORT: String(port), DATABASE_URL: database.url, PASSWORD: password, SETTINGS: settings }
    const started = spawn(process.execPath, ['shop.js'], {
      cwd: DIRECTORY,
      env: { PATH, HOME, VENDURE_DISABLE_TELEMETRY: 'true', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = started
    let output = ''
    for (const stream of [started.stdout, started.stderr])
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    process.once('exit', () => started.kill('SIGKILL'))
    await until(
      'the shop to serve',
      () => {
        if (started.exitCode !== null) throw new Error(`the shop ended before it served:\n${output}`)
        return output.includes('serving')
      },
      START_MS,
    )
  }
  after(async () => {
    await kill()
    await database.drop()
    await rm(directory, { recursive: true, force: true })
  })
  await start()

  const client = (path: string, headers: Record<string, string> = {}) => {
    const always = { 'content-type': 'application/json', connection: 'close', ...headers } as Record<string, string>
    return async (query: string, variables: object = {}): Promise<Any> => {
      const response = await fetch(`${base}/${path}`, {
        method: 'POST',
        headers: always,
        body: JSON.stringify({ query, variables }),
      })
      const token = response.headers.get('vendure-auth-token')
      if (token) always.authorization = `Bearer ${token}`
      const { data, errors } = (await response.json()) as Any
      if (errors) throw new Error(errors.map((error: { message: string }) => error.message).join('; '))
      const [answer] = Object.values(data) as Any[]
      if (answer?.errorCode) throw new Error(`${answer.errorCode}: ${answer.message}`)
      return answer
    }
  }
  const admin = client('admin-api')
  await admin(
    'mutation ($password: String!) { login(username: "superadmin", password: $password) { ... on CurrentUser { id } ... on ErrorResult { errorCode message } } }',
    { password },
  )
  const roles = await admin('{ roles { items { id code } } }')
  const role = roles.items.find(({ code }: { code: string }) => code === '__super_admin_role__')
  const { apiKey } = await admin('mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { apiKey } }', {
    input: { roleIds: [role.id], translations: [{ languageCode: 'en', name: 'Parley' }] },
  })
  await makeSellable(admin)
  return {
    apiUrl: `${base}/admin-api`,
    apiKey,
    admin,
    shopper: () => ({ ask: client('shop-api') }),
    connect: (given) => writeFile(settings, JSON.stringify(given)),
    kill,
    start,
  }
}

type Ask = VendureShop['admin']

/** A country, tax, shipping and a payment that is settled at once. */
async function makeSellable(admin: Ask): Promise<void> {
  const country = await admin('mutation ($input: CreateCountryInput!) { createCountry(input: $input) { id } }', {
    input: { code: 'NO', enabled: true, translations: [{ languageCode: 'en', name: 'Norway' }] },
  })
  const zone = await admin('mutation ($input: CreateZoneInput!) { createZone(input: $input) { id } }', {
    input: { name: 'North', memberIds: [country.id] },
  })
  const channels = await admin('{ channels { items { id } } }')
  await admin('mutation ($input: UpdateChannelInput!) { updateChannel(input: $input) { ... on Channel { id } } }', {
    input: {
      id: channels.items[0].id,
      defaultTaxZoneId: zone.id,
      defaultShippingZoneId: zone.id,
      pricesIncludeTax: true,
    },
  })
  const tax = await admin('mutation ($input: CreateTaxCategoryInput!) { createTaxCategory(input: $input) { id } }', {
    input: { name: 'Usual', isDefault: true },
  })
  await admin('mutation ($input: CreateTaxRateInput!) { createTaxRate(input: $input) { id } }', {
    input: { name: 'Usual', enabled: true, value: 25, categoryId: tax.id, zoneId: zone.id },
  })
  await admin('mutation ($input: CreateShippingMethodInput!) { createShippingMethod(input: $input) { id } }', {
    input: {
      code: 'post',
      fulfillmentHandler: 'manual-fulfillment',
      checker: { code: 'default-shipping-eligibility-checker', arguments: [{ name: 'orderMinimum', value: '0' }] },
      calculator: {
        code: 'default-shipping-calculator',
        arguments: [
          { name: 'rate', value: '500' },
          { name: 'includesTax', value: 'include' },
          { name: 'taxRate', value: '25' },
        ],
      },
      translations: [{ languageCode: 'en', name: 'Post', description: '' }],
    },
  })
  await admin('mutation ($input: CreatePaymentMethodInput!) { createPaymentMethod(input: $input) { id } }', {
    input: {
      code: 'dummy',
      enabled: true,
      handler: { code: 'dummy-payment-handler', arguments: [{ name: 'automaticSettle', value: 'true' }] },
      translations: [{ languageCode: 'en', name: 'Dummy', description: '' }],
    },
  })
}

/** A product with one variant. */
export async function addProduct(
  { admin }: VendureShop,
  { name, price, stock }: { name: string; price: number; stock: number },
): Promise<{ productId: string; variantId: string }> {
  const slug = name.toLowerCase().replaceAll(' ', '-')
  const product = await admin('mutation ($input: CreateProductInput!) { createProduct(input: $input) { id } }', {
    input: { enabled: true, translations: [{ languageCode: 'en', name, slug, description: `A ${name}.` }] },
  })
  const [variant] = await admin(
    'mutation ($input: [CreateProductVariantInput!]!) { createProductVariants(input: $input) { id } }',
    {
      input: [
        {
          productId: product.id,
          sku: slug,
          price,
          stockOnHand: stock,
          trackInventory: 'TRUE',
          translations: [{ languageCode: 'en', name }],
        },
      ],
    },
  )
  return { productId: product.id, variantId: variant.id }
}

const OR_ERROR = '... on ErrorResult { errorCode message }'

/** A shopper's whole way: cart, address, payment. Answers the order. */
export async function placeOrder(
  shop: VendureShop,
  variantId: string,
  email: string,
): Promise<{ id: string; code: string }> {
  const { ask } = shop.shopper()
  await ask(
    `mutation ($id: ID!) { addItemToOrder(productVariantId: $id, quantity: 1) { ... on Order { id } ${OR_ERROR} } }`,
    {
      id: variantId,
    },
  )
  await ask(
    `mutation ($input: CreateCustomerInput!) { setCustomerForOrder(input: $input) { ... on Order { id } ${OR_ERROR} } }`,
    {
      input: { firstName: 'Nora', lastName: 'Quill', emailAddress: email },
    },
  )
  await ask(
    `mutation ($input: CreateAddressInput!) { setOrderShippingAddress(input: $input) { ... on Order { id } ${OR_ERROR} } }`,
    {
      input: {
        fullName: 'Nora Quill',
        streetLine1: '1 Elm Street',
        city: 'Oslo',
        postalCode: '0150',
        countryCode: 'NO',
      },
    },
  )
  const [method] = await ask('{ eligibleShippingMethods { id } }')
  await ask(
    `mutation ($id: [ID!]!) { setOrderShippingMethod(shippingMethodId: $id) { ... on Order { id } ${OR_ERROR} } }`,
    {
      id: [method.id],
    },
  )
  await ask(`mutation { transitionOrderToState(state: "ArrangingPayment") { ... on Order { id } ${OR_ERROR} } }`)
  return ask(
    `mutation ($input: PaymentInput!) { addPaymentToOrder(input: $input) { ... on Order { id code } ${OR_ERROR} } }`,
    {
      input: { method: 'dummy', metadata: {} },
    },
  )
}

/** Sends an order's lines away with a tracking code. */
export async function fulfil({ admin }: VendureShop, orderId: string, trackingCode: string): Promise<void> {
  const order = await admin('query ($id: ID!) { order(id: $id) { lines { id quantity } } }', { id: orderId })
  const fulfilment = await admin(
    `mutation ($input: FulfillOrderInput!) { addFulfillmentToOrder(input: $input) { ... on Fulfillment { id } ${OR_ERROR} } }`,
    {
      input: {
        lines: order.lines.map(({ id, quantity }: Any) => ({ orderLineId: id, quantity })),
        handler: {
          code: 'manual-fulfillment',
          arguments: [
            { name: 'method', value: 'Posten' },
            { name: 'trackingCode', value: trackingCode },
          ],
        },
      },
    },
  )
  await admin(
    `mutation ($id: ID!) { transitionFulfillmentToState(id: $id, state: "Shipped") { ... on Fulfillment { id } ${OR_ERROR} } }`,
    { id: fulfilment.id },
  )
}

export async function cancel({ admin }: VendureShop, orderId: string): Promise<void> {
  await admin(
    `mutation ($input: CancelOrderInput!) { cancelOrder(input: $input) { ... on Order { id } ${OR_ERROR} } }`,
    { input: { orderId, reason: 'Changed my mind', cancelShipping: true } },
  )
}
