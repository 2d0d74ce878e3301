import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createLogger } from '../../src/base/logger.ts'
import { openDatabase } from '../../src/database/open.ts'
import { findProducts } from '../../src/storage/commerce/catalogue.ts'
import { listConversations } from '../../src/storage/conversations/list.ts'
import { listProductArticles } from '../../src/storage/knowledge/articles.ts'
import { listMembers } from '../../src/storage/members/members.ts'
import { findSettings } from '../../src/storage/stores/stores.ts'
import { benchSecrets } from '../secrets.ts'

// The least a server can do that runs the statements of a few tools through the service's own database client: it parses
// each request and answers what the statements found, without credentials, checks or schemas.

const { DATABASE_URL, BARE_SHOP } = process.env
const database = await openDatabase({
  databaseUrl: DATABASE_URL,
  dataDir: '',
  secrets: benchSecrets(),
  logger: createLogger('silent'),
})
const shop = database.shop(BARE_SHOP as string)

const RUN: Record<string, () => Promise<unknown>> = {
  list_members: async () => JSON.stringify({ members: await listMembers(shop) }),
  async list_conversations() {
    const { items } = await listConversations(shop, {}, { limit: 20, cursor: null }, 'playground')
    return `{"conversations":[${items.join()}]}`
  },
  async product_faq_lookup() {
    await findSettings(shop)
    await findProducts(shop, ['product-1'])
    return JSON.stringify({ faqs: await listProductArticles(shop, 'product-1', 5) })
  },
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', async () => {
    const { id, params } = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    const content = await RUN[params.name]?.()
    const text = `"content":[{"type":"text","text":${JSON.stringify(content)}}]`
    const body = Buffer.from(`{"jsonrpc":"2.0","id":${id},"result":{${text},"structuredContent":${content}}}`)
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length })
    response.end(body)
  })
})
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }))
})
