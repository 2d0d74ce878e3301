import { randomBytes } from 'node:crypto'
import { Type } from 'typebox'
import type { App } from '#surfaces/http/app.ts'
import type { Storefront } from './parts.ts'

/** An empty page with the store's widget open on it: for who sets it up, beside the settings or in a tab of its own. */
export function previewRoute(app: App, { stores, limits }: Storefront): void {
  app.get(
    '/preview',
    {
      schema: { querystring: Type.Object({ app: Type.String() }) },
      onRequest: (request) => limits.takeAddress(request.ip, 'request'),
    },
    async (request, reply) => {
      const appId = request.query.app
      await stores.find(appId) // answers 404, and lets nothing into the page but an App ID
      const nonce = randomBytes(16).toString('base64')
      const policy = [
        "default-src 'none'",
        `script-src 'nonce-${nonce}'`,
        "connect-src 'self'",
        "frame-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'self'",
      ]
      return reply
        .header('content-security-policy', policy.join('; '))
        .header('referrer-policy', 'no-referrer')
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(previewPage(appId, nonce))
    },
  )
}

function previewPage(appId: string, nonce: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Preview</title>
<script nonce="${nonce}">(window.parley = window.parley || []).push(['do', 'chat:open', ['home']])</script>
<script nonce="${nonce}" src="/sdk.js" data-app-id="${appId}" async></script>
</head>
<body></body>
</html>
`
}
