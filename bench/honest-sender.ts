import { createHmac, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { connect, type TLSSocket } from 'node:tls'
import postgres from 'postgres'

// The least that deliveries can cost which outlive a crash: raw-sender.ts with the queue of one subscription before it.
// It claims with a lease, sends what it claimed, and writes what became of it into the rows that the dispatcher writes,
// in batches, each statement by hand for this one case: no retries, no other endpoints, no time limits, no checks.

/** As the dispatcher has them. */
const [SOCKETS, CLAIM, BATCH_MAX, LEASE_MS] = [8, 256, 256, 30_000]
/** Results that may wait to be written, before what is sent waits for them. */
const UNWRITTEN_MAX = 4_096

const [url, shopId, subscriptionId] = process.argv.slice(2) as [string, string, string]
const { hostname, host, port, pathname } = new URL(url)
const database = (settings: object) =>
  postgres(process.env.DATABASE_URL as string, {
    max: 1,
    fetch_types: false,
    connection: { application_name: 'honest', 'app.shop_id': shopId, ...settings },
  })
const claims = database({})
const results = database({ enable_nestloop: 'off' }) // batches are joined by hash, not each row with each

interface Claimed {
  id: string
  event_id: string
  type: string
  body: string
}

const queue: Claimed[] = []
const done: { id: string; at: number; ms: number }[] = []
const idle: (() => void)[] = []
const lease = randomUUID()
let isClaiming = false
let isWriting = false

const CLAIM_SQL = `
  with claimed as (
    update webhook_deliveries w set leased_until = $3, lease = $4
    where w.shop_id = $1 and w.id = any (array(
      select id from webhook_deliveries
      where shop_id = $1 and subscription_id = $2 and status = 'pending' and next_at <= $5
        and (leased_until is null or leased_until <= $5)
      order by next_at, id limit ${CLAIM} for update skip locked))
    returning w.id, w.event_id)
  select c.id, c.event_id, e.type, e.body from claimed c join events e on e.shop_id = $1 and e.id = c.event_id`
const COMPLETE_SQL = `
  with r as (
    select * from unnest($3::text[]::uuid[], $4::text[]::timestamptz[], $5::text[]::int[]) as r (id, started_at, duration_ms)),
  done as (
    update webhook_deliveries w set status = 'delivered', attempts = 1, lease = null, leased_until = null,
      finished_at = r.started_at
    from r where w.shop_id = $1 and w.id = any ($3::text[]::uuid[]) and w.id = r.id and w.lease = $6 and w.status in ('pending', 'held')
    returning w.id),
  log as (
    insert into webhook_attempts (shop_id, delivery_id, attempt, started_at, duration_ms, response_status)
    select $1, r.id, 1, r.started_at, r.duration_ms, 204 from r join done on done.id = r.id)
  update webhook_subscriptions set last_delivery_status = 'delivered', last_delivery_error = null,
    last_delivery_at = (select max(r.started_at) from r)
  where shop_id = $1 and id = $2`

async function claim(): Promise<void> {
  if (isClaiming) return
  isClaiming = true
  const now = Date.now()
  const params = [shopId, subscriptionId, new Date(now + LEASE_MS), lease, new Date(now)]
  const claimed = await claims.unsafe<Claimed[]>(CLAIM_SQL, params, { prepare: true })
  queue.push(...claimed)
  isClaiming = claimed.length === 0 // nothing is left: no more claims
  for (const next of idle.splice(0)) next()
}

async function write(): Promise<void> {
  if (isWriting) return
  isWriting = true
  while (done.length > 0) {
    const batch = done.splice(0, BATCH_MAX)
    const columns = [
      batch.map(({ id }) => id),
      batch.map(({ at }) => new Date(at).toISOString()),
      batch.map(({ ms }) => String(ms)),
    ].map((values) => `{${values.join(',')}}`)
    await results.unsafe(COMPLETE_SQL, [shopId, subscriptionId, ...columns, lease], { prepare: true })
    for (const next of idle.splice(0)) next()
  }
  isWriting = false
}

function request({ id, event_id, type, body }: Claimed, now: number): string {
  const timestamp = Math.floor(now / 1000)
  const signature = createHmac('sha256', 'whsec_honest').update(`${timestamp};${body}`).digest('hex')
  return `POST ${pathname} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\nX-Webhook-Event: ${type}\r\nX-Webhook-Timestamp: ${timestamp}\r\nX-Webhook-Signature: ${signature}\r\nX-Webhook-Event-Id: ${event_id}\r\nX-Webhook-Delivery-Id: ${id}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

const ca = readFileSync(`${process.env.TLS_DIR}/ca.pem`)
await claim()
for (let i = 0; i < SOCKETS; i++) {
  const socket: TLSSocket = connect({ host: hostname, port: Number(port), ca, servername: '' }, next)
  let current: { id: string; at: number } | undefined
  function next() {
    const delivery = done.length < UNWRITTEN_MAX ? queue.shift() : undefined
    if (queue.length < CLAIM / 2) void claim()
    if (!delivery) return void idle.push(next)
    current = { id: delivery.id, at: Date.now() }
    socket.write(request(delivery, current.at))
  }
  socket.on('data', (chunk) => {
    if (!chunk.subarray(0, 12).toString('latin1').startsWith('HTTP/1.1 204') || !current) throw new Error('refused')
    done.push({ ...current, ms: Date.now() - current.at })
    if (done.length >= BATCH_MAX / 4) void write()
    else if (done.length === 1) setTimeout(write, 5)
    next()
  })
}
console.log(JSON.stringify({ address: url }))
process.on('SIGTERM', () => process.exit(0))
