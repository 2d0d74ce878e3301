import type { Collection } from '#core/commerce/platform.ts'
import { type Html, html, json } from '#surfaces/http/html.ts'

export interface Shell {
  /** Title of this page, next to the shop's name. */
  title: string
  shopName: string
  appId: string
  collections: Pick<Collection, 'handle' | 'title'>[]
  /** The handle of the collection that is shown. */
  current?: string
  /** What demo.js tells the widget of this page. */
  page: object
  /** Lets this page's own scripts run and no others. */
  nonce: string
  baseUrl: string
}

/** The page around each page: head, header, footer, and the two lines that any shop adds to have Parley. */
export function layout(shell: Shell, body: Html): string {
  const { title, shopName, appId, collections, current, page, nonce, baseUrl } = shell
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${shopName}</title>
<link rel="stylesheet" href="/demo/demo.css">
<link rel="icon" href="/demo/icon.svg" type="image/svg+xml">
<script nonce="${nonce}">window.parley = window.parley || []</script>
<script nonce="${nonce}" src="${baseUrl}/sdk.js" data-app-id="${appId}" async></script>
<script nonce="${nonce}" src="/demo/demo.js" defer></script>
<script nonce="${nonce}" type="application/json" id="page">${json(page)}</script>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<p class="demo">A demo shop: nothing can be bought. Chat as its customer here, answer as its team in the
  <a href="/inbox" target="_blank">inbox</a>.</p>
<header>
  <a class="brand" href="/demo"><svg viewBox="0 0 32 32" aria-hidden="true"><path d="M3 25 L12 9 L17 17 L20 12 L29 25 Z"/></svg>${shopName}</a>
  <nav aria-label="Collections">${collections.map(({ handle, title: name }) => html`<a href="/demo?collection=${handle}"${handle === current ? html` aria-current="page"` : null}>${name}</a>`)}</nav>
  <a class="cart" href="/demo/cart">Cart <span data-cart-count hidden>0</span></a>
</header>
<main id="main">${body}</main>
<footer>
  <p>${shopName} is made up. Its catalogue, customers and orders are Parley’s sample data.</p>
  <p><button type="button" data-chat="help">Help</button> <button type="button" data-chat="messages">Chat with us</button>
</p>
</footer>
</body>
</html>`.text
}
