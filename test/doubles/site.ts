import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

/** A made-up web site: what each path answers. */
export interface Site {
  url: string
  /** Pages and other documents by their path; a text is HTML. */
  paths: Map<string, string | SiteAnswer>
  /** Paths that were asked for, in their order. */
  asked: string[]
}

interface SiteAnswer {
  status?: number
  type?: string
  location?: string
  body?: string | Buffer
  /** The answer never ends. */
  hangs?: boolean
  /** The Authorization header without which it is 401. */
  authorization?: string
}

/** Services that may read it. */
export const SITE_ENV = { PLATFORM_ALLOW_CIDRS: '127.0.0.0/8' }

/** A page as sites have them: with a menu, a footer and scripts around its text. */
export const sitePage = (title: string, body: string, head = ''): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title} | Kayak shop</title>${head}<script>var a = '<p>no</p>'</script></head>
<body><nav class="menu"><ul><li><a href="/">Home</a></li><li><a href="/cart">Cart</a></li></ul></nav>
<main><article><h1>${title}</h1>${body}</article></main>
<footer class="footer"><p>Imprint, privacy, all rights reserved.</p></footer><script src="/app.js"></script></body></html>`

export const sitemapOf = (addresses: readonly string[]): SiteAnswer => ({
  type: 'application/xml',
  body: `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${addresses
    .map((address) => `<url><loc>${address}</loc></url>`)
    .join('')}</urlset>`,
})

export const jsonOf = (value: object, authorization?: string): SiteAnswer => ({
  type: 'application/json',
  body: JSON.stringify(value),
  ...(authorization && { authorization }),
})

export async function startSite(): Promise<Site> {
  const site: Site = { url: '', paths: new Map(), asked: [] }
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? ''
    site.asked.push(path)
    const found = site.paths.get(path)
    let answer: SiteAnswer = typeof found === 'string' ? { body: found } : (found ?? { status: 404, body: 'none' })
    if ((answer.authorization ?? request.headers.authorization) !== request.headers.authorization)
      answer = { status: 401 }
    const {
      status = answer.location ? 302 : 200,
      type = 'text/html; charset=utf-8',
      location,
      body = '',
      hangs,
    } = answer
    response.writeHead(status, { 'content-type': type, ...(location && { location }) })
    if (hangs) response.write(' ')
    else response.end(body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  site.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return site
}
