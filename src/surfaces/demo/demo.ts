import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { FastifyReply } from 'fastify'
import { localPlatform } from '#core/commerce/local-platform.ts'
import type { Product } from '#core/commerce/platform.ts'
import { notFound } from '#core/errors.ts'
import { listAnswers } from '#core/knowledge/answers.ts'
import { DEMO_COLLECTIONS, type DemoShop, findHelpPage, listShelf, openDemoShop } from '#core/sample-data/demo-shop.ts'
import type { Database } from '#database/database.ts'
import { type App, mount } from '#surfaces/http/app.ts'
import type { Html } from '#surfaces/http/html.ts'
import { layout } from './layout.ts'
import { cartPage, homePage, missingPage, picture, productPage } from './pages.ts'
import { drawProduct } from './pictures.ts'

export interface DemoOptions {
  database: Database
  /** The public address, without a slash at its end. */
  baseUrl: string
}

/** Answers on a product that its page shows. */
const ANSWERS_MAX = 10
/** Pictures and styles change with the version only, but a newcomer may edit them. */
const KEPT = 'public, max-age=300'

/**
 * A small shop of the demo store's catalogue at /demo, with Parley in it as any shop would have it. Where there is no
 * demo store, all of it is 404. Addresses as the catalogue and carts give them (/products/…, /cart/…) lead here too.
 */
export function demoSurface(app: App, options: DemoOptions): Promise<void> {
  return mount(app, '', (scope) => demoRoutes(scope, options))
}

function demoRoutes(app: App, { database, baseUrl }: DemoOptions): void {
  const platform = localPlatform(baseUrl)
  let opened: Promise<DemoShop | undefined> | undefined

  async function shop(): Promise<DemoShop> {
    opened ??= openDemoShop(database)
    const found = await opened
    if (!found) {
      opened = undefined // one may yet be made
      throw notFound('Demo shop')
    }
    return found
  }

  function send(reply: FastifyReply, { name, appId }: DemoShop, page: Page): FastifyReply {
    const nonce = randomBytes(16).toString('base64')
    const { body, title, data, current, status = 200 } = page
    const text = layout(
      {
        title,
        shopName: name,
        appId,
        collections: DEMO_COLLECTIONS,
        page: data,
        nonce,
        baseUrl,
        ...(current && { current }),
      },
      body,
    )
    return reply
      .code(status)
      .header('content-security-policy', policy(nonce, baseUrl))
      .header('referrer-policy', 'strict-origin-when-cross-origin')
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(text)
  }

  app.get<{ Querystring: { collection?: string } }>('/demo', async (request, reply) => {
    const demo = await shop()
    const collection = DEMO_COLLECTIONS.find(({ handle }) => handle === request.query.collection)
    const body = homePage(await listShelf(demo), collection)
    const title = collection?.title ?? 'For days outside'
    return send(reply, demo, { title, body, data: {}, ...(collection && { current: collection.handle }) })
  })

  app.get<{ Params: { handle: string } }>('/demo/products/:handle', async (request, reply) => {
    const demo = await shop()
    const product = (await listShelf(demo)).find(({ handle }) => handle === request.params.handle)
    if (!product) return send(reply, demo, { title: 'Not found', body: missingPage(), data: {}, status: 404 })
    const [guide, answers] = await Promise.all([
      platform.getSizeGuide(demo.caller, product.id),
      listAnswers(demo.caller, product.id, { limit: ANSWERS_MAX }),
    ])
    return send(reply, demo, {
      title: product.title,
      body: productPage(product, guide, answers),
      data: { product: brief(product, baseUrl) },
    })
  })

  // The addresses of the sample articles, which conversations of the demo store name.
  app.get<{ Params: { topic: string } }>('/demo/help/:topic', async (request, reply) => {
    const demo = await shop()
    const page = await findHelpPage(demo, request.params.topic, baseUrl)
    if (page === null) return send(reply, demo, { title: 'Not found', body: missingPage(), data: {}, status: 404 })
    return reply.redirect(page)
  })

  app.get('/demo/cart', async (_request, reply) => {
    const demo = await shop()
    const shelf = (await listShelf(demo)).map((product) => brief(product, baseUrl))
    return send(reply, demo, { title: 'Your cart', body: cartPage(), data: { shelf } })
  })

  app.get<{ Params: { file: string }; Querystring: { colour?: string } }>(
    '/demo/pictures/:file',
    async (request, reply) => {
      const handle = request.params.file.replace(/\.svg$/, '')
      const product = (await listShelf(await shop())).find((candidate) => candidate.handle === handle)
      if (!product) throw notFound('Picture')
      return reply
        .header('cache-control', KEPT)
        .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
        .type('image/svg+xml; charset=utf-8')
        .send(drawProduct(product.title, request.query.colour ?? null))
    },
  )

  for (const [name, type] of Object.entries({
    'demo.css': 'text/css; charset=utf-8',
    'demo.js': 'text/javascript; charset=utf-8',
    'icon.svg': 'image/svg+xml; charset=utf-8',
  })) {
    app.get(`/demo/${name}`, async (_request, reply) => {
      const text = await readFile(new URL(`browser/${name}`, import.meta.url))
      return reply.header('cache-control', KEPT).type(type).send(text)
    })
  }

  app.get<{ Params: { handle: string } }>('/products/:handle', async (request, reply) => {
    await shop()
    return reply.redirect(`/demo/products/${encodeURIComponent(request.params.handle)}`)
  })
  // A cart as assistants hand it over: variants and quantities. The browser takes it in.
  app.get<{ Params: { lines: string } }>('/cart/:lines', async (request, reply) => {
    await shop()
    return reply.redirect(`/demo/cart?add=${encodeURIComponent(request.params.lines)}`)
  })
}

interface Page {
  title: string
  body: Html
  /** For demo.js. */
  data: object
  current?: string
  status?: number
}

/** What the browser needs of a product: to fill the cart and to tell the widget. */
function brief(product: Product, baseUrl: string) {
  const { id, title, handle, variants, priceRange } = product
  return {
    id,
    title,
    handle,
    url: `${baseUrl}/demo/products/${encodeURIComponent(handle)}`,
    imageUrl: picture(product),
    price: priceRange.min,
    variants: variants.map(({ id, title, price, available, options }) => ({ id, title, price, available, options })),
  }
}

/** As strict as a shop can be: it shows that Parley needs no more than a script, a frame and its own server. */
function policy(nonce: string, baseUrl: string): string {
  const { origin } = new URL(baseUrl)
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "style-src 'self'",
    "img-src 'self'",
    `connect-src ${origin}`,
    `frame-src ${origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
