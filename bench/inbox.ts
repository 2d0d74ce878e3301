import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import { WebSocket } from 'ws'
import { prepareData } from './data.ts'
import { signInMembers } from './inbox/members.ts'
import { median } from './measure.ts'
import { startService } from './service.ts'

// npm run bench:inbox — the inbox of a store of 200,000 conversations while 50 members have it open and customers write:
// how long its requests take, how soon a message is on the screens, and how soon a browser shows a list.

const databaseUrl = process.env.BENCH_DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/parley_bench_inbox'
const MEMBERS = 50
const MESSAGES_A_SECOND = 20
const ROUNDS = 200

const { shopId, key } = await prepareData(
  { databaseUrl },
  { conversations: 200_000, messagesEach: 5, otherStores: 0, otherConversations: 0 },
)
const service = await startService({ DATABASE_URL: databaseUrl, STOREFRONT_LIMIT_PER_IP: '0' })
const origin = service.url
const cookies = await signInMembers(service, shopId, MEMBERS)

/** When each message that customers wrote was sent, and how long it took to each screen that shows its conversation. */
const sentAt = new Map<string, number>()
const arrivals: number[] = []
const sockets = cookies.map((cookie, i) => {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/api/chat/socket`, { headers: { cookie, origin } })
  socket.on('open', () => {
    socket.send(JSON.stringify({ type: 'hello' }))
    socket.send(JSON.stringify({ type: 'watch', conversationId: `conversation-${(i + 1) * 10}` }))
  })
  socket.on('message', (data) => {
    const frame = JSON.parse(String(data))
    for (const message of frame.type === 'messages' ? frame.messages : []) {
      const at = sentAt.get(message.text)
      if (at !== undefined) arrivals.push(performance.now() - at)
    }
  })
  return socket
})
await sleep(1_000)

let isTalking = true
let said = 0
async function talk(): Promise<void> {
  while (isTalking) {
    const text = `message ${said++} of the benchmark`
    const id = `conversation-${((said % MEMBERS) + 1) * 10}`
    sentAt.set(text, performance.now())
    void fetch(`${origin}/chat/conversations/${id}/messages`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ text, asCustomer: true }),
    }).then((response) => response.arrayBuffer())
    await sleep(1_000 / MESSAGES_A_SECOND)
  }
}
const talking = talk()

async function time(path: string): Promise<number> {
  const begun = performance.now()
  const response = await fetch(`${origin}/api/chat${path}`, { headers: { cookie: cookies[0] as string } })
  const body = await response.text()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${body}`)
  return performance.now() - begun
}

async function cursorAfter(path: string, pages: number): Promise<string> {
  let cursor = ''
  for (let page = 0; page < pages; page++) {
    const answer = await fetch(`${origin}/api/chat${path}${cursor && `&cursor=${cursor}`}`, {
      headers: { cookie: cookies[0] as string },
    })
    cursor = ((await answer.json()) as { paging: { nextCursor: string } }).paging.nextCursor
  }
  return encodeURIComponent(cursor)
}

try {
  const list = '/conversations?limit=40'
  const open = `${list}&status=open`
  const deep = await cursorAfter('/conversations?limit=100&status=open', 100)
  const requests: [string, string][] = [
    ['all open', open],
    ['all open, after 10,000', `${open}&cursor=${deep}`],
    ['mine (none of them)', `${open}&assigneeId=me`],
    ['unassigned', `${open}&assigneeId=unassigned&isChatBot=false`],
    ['AI agent (none)', `${open}&isChatBot=true`],
    ['starred (none)', `${list}&isStarred=true`],
    ['resolved', `${list}&status=resolved`],
    ['one tag, on nothing', `${list}&tag=never`],
    ['counts of the views', '/conversations/counts'],
    ['a thread', '/conversations/conversation-10/messages?limit=50'],
    ['its context', '/conversations/conversation-10/context'],
    ['search', `/search?q=${encodeURIComponent('zoë müller 12')}`],
    ['search of words nobody wrote', '/search?q=nobody%20wrote%20this'],
  ]
  const table = []
  for (const [name, path] of requests) {
    for (let i = 0; i < 10; i++) await time(path)
    const times: number[] = []
    for (let i = 0; i < ROUNDS; i++) times.push(await time(path))
    times.sort((a, b) => a - b)
    const at = (part: number) => (times[Math.floor(times.length * part)] as number).toFixed(1)
    table.push({ request: name, 'p50 ms': at(0.5), 'p99 ms': at(0.99) })
  }
  console.table(table)
  isTalking = false
  await talking
  arrivals.sort((a, b) => a - b)
  const arrival = (part: number) => (arrivals[Math.floor(arrivals.length * part)] ?? Number.NaN).toFixed(1)
  console.log(
    `${said} messages while that ran; on the screen that shows them after ${arrival(0.5)} ms (p50), ${arrival(0.99)} ms (p99)`,
  )

  const html = readFileSync(new URL('../dist/web/index.html', import.meta.url), 'utf8')
  const files = [...html.matchAll(/(?:src|href)="\/inbox\/(assets\/[^"]+)"/g)].map(([, path]) => path as string)
  const bytes = files.map((path) => readFileSync(new URL(`../dist/web/${path}.br`, import.meta.url)).length)
  console.log(`first load: ${bytes.reduce((a, b) => a + b, 0)} bytes compressed, in ${files.length} files`)

  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu'],
  })
  const times: number[] = []
  for (let i = 0; i < 7; i++) {
    const context = await browser.newContext()
    const [name = '', value = ''] = (cookies[1] as string).split('=')
    await context.addCookies([{ name, value, url: origin }])
    const page = await context.newPage()
    const begun = performance.now()
    await page.goto(`${origin}/inbox/open`)
    await page.locator('.row').first().waitFor()
    times.push(performance.now() - begun)
    await context.close()
  }
  console.log(
    `a browser that comes for the first time shows the list after ${median(times).toFixed(0)} ms (median of 7)`,
  )
  await browser.close()
} finally {
  isTalking = false
  for (const socket of sockets) socket.close()
  await service.stop()
}
