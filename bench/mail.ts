import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import { startNameServer } from '#test/doubles/dns.ts'
import { claimPort } from '#test/service/claim-port.ts'
import { metric } from '#test/service/metrics.ts'
import { cpuOf, cpuOfPostgres } from './measure.ts'
import { SERVICE, start } from './service.ts'

// npm run bench:mail — signed mails through the service's own door, until each is a message: how many a second, and what
// one costs the process, its threads included, and a PostgreSQL server. BENCH_MAILS, BENCH_DATABASE_URL (empty: embedded).

const MAILS = Number(process.env.BENCH_MAILS ?? 400)
const CONNECTIONS = 10
const DOMAIN = 'customer.example'
const databaseUrl = process.env.BENCH_DATABASE_URL
const cpuOfDatabase = () => (databaseUrl ? cpuOfPostgres(new URL(databaseUrl).pathname.slice(1)) : 0)

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const names = await startNameServer()
const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
names.setText(`s1._domainkey.${DOMAIN}`, `v=DKIM1; k=rsa; p=${key}`)
names.setText(`_dmarc.${DOMAIN}`, 'v=DMARC1; p=reject')
const port = await claimPort()

const service = await start('src/main.ts', {
  ...SERVICE,
  ...(databaseUrl ? { DATABASE_URL: databaseUrl } : { DATA_DIR: `/tmp/parley-bench-mail-${process.pid}` }),
  INBOUND_SMTP_PORT: String(port),
  INBOUND_DOMAIN: 'in.parley.example',
  WEBHOOK_DNS_SERVERS: names.address,
})
const address = `support-${randomUUID()}@shop.example`
const { shopId } = await service.operator<{ shopId: string }>('POST', '/stores', { name: 'Bench', plan: 'pro' })
await service.operator('POST', `/stores/${shopId}/channels`, { channel: 'email', address })

const writer = createTransport({
  streamTransport: true,
  buffer: true,
  dkim: {
    domainName: DOMAIN,
    keySelector: 's1',
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  },
})
const from = (n: number) => `kim-${n}-${randomUUID().slice(0, 8)}@${DOMAIN}`
async function write(n: number) {
  const text = `Hello,\n\nmy lamp number ${n} hums when it is dimmed. Is that normal?\n\nKim\n\n> On Monday you wrote:\n> Thank you.`
  const sender = from(n)
  const { message } = await writer.sendMail({
    from: sender,
    to: address,
    subject: `Lamp ${n}`,
    text,
    html: `<p>${text}</p>`,
  })
  return { envelope: { from: sender, to: [address] }, raw: message as unknown as Buffer }
}

/** Sends mails and waits until all are read; mails a second, and the milliseconds of a processor that each cost. */
async function measure(count: number) {
  const mails = await Promise.all(Array.from({ length: count }, (_, n) => write(n)))
  const door = createTransport({
    host: '127.0.0.1',
    port,
    pool: true,
    maxConnections: CONNECTIONS,
    maxMessages: Infinity,
    ignoreTLS: true,
  })
  const [begun, before, beforeIn] = [performance.now(), cpuOf(service.pid), cpuOfDatabase()]
  await Promise.all(mails.map((mail) => door.sendMail(mail)))
  const taken = performance.now()
  while ((await metric({ baseUrl: service.url }, 'parley_channel_inbound_pending', 'state="waiting"')) > 0)
    await sleep(100)
  const seconds = (performance.now() - begun) / 1000
  door.close()
  return {
    taken: count / ((taken - begun) / 1000),
    read: count / seconds,
    cpuMs: (cpuOf(service.pid) - before) / 1000 / count,
    databaseMs: (cpuOfDatabase() - beforeIn) / 1000 / count,
  }
}

await measure(100) // code that has not run yet is slow
const { taken, read, cpuMs, databaseMs } = await measure(MAILS)
console.log(`${MAILS} signed mails over ${CONNECTIONS} connections (${databaseUrl ? 'PostgreSQL' : 'embedded'})`)
console.log(`  taken at ${taken.toFixed(0)} a second, read at ${read.toFixed(0)} a second (goal: 80)`)
console.log(`  ${cpuMs.toFixed(1)} ms of the processor's time each, and ${databaseMs.toFixed(1)} ms of PostgreSQL`)
await service.stop()
process.exit()
