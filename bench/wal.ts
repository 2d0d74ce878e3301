import postgres from 'postgres'
import { EMBEDDED_SIZES, prepareData } from './data.ts'
import { freshDatabase } from './database.ts'
import { SERVICE, start } from './service.ts'

// npm run bench:wal — the write-ahead log of a posted message, by the table or index that it is about: a store without
// webhooks, 1,500 messages over 100 of its 20,000 conversations after a checkpoint. Bytes and records do not depend on other load, as
// long as nothing else writes to the server that BENCH_SERVER_URL names. It needs a superuser, and the extension
// pg_walinspect (PostgreSQL 15+, Debian's package postgresql), which it makes in a database of its own.

const CONVERSATIONS = 100
const MESSAGES = 1_500
/** The conversations lie apart, as those do in which somebody writes at the same time. */
const EVERY = EMBEDDED_SIZES.conversations / CONVERSATIONS
const serverUrl = process.env.BENCH_SERVER_URL ?? 'postgres://root@127.0.0.1:5432/postgres'
const databaseUrl = await freshDatabase(serverUrl, 'parley_bench_wal')
const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
const data = await prepareData({ databaseUrl }, EMBEDDED_SIZES)
const service = await start('src/main.ts', {
  ...SERVICE,
  DATABASE_URL: databaseUrl,
  ROLE: 'web',
})
const { memberId, key } = data
const body = { text: 'Where is my order? The tracking page has not changed for three days.', memberId }
const ids = Array.from({ length: CONVERSATIONS }, (_, i) => `conversation-${2 + i * EVERY}`)

/** One after the other, so that every run writes the same. */
async function reply(count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    await service.post(`/chat/conversations/${ids[i % CONVERSATIONS]}/messages`, body, { 'x-api-key': key })
  }
}

const place = async () => (await sql`select pg_current_wal_flush_lsn() as lsn`)[0]?.lsn as string

try {
  await sql`create extension pg_walinspect`
  await reply(5 * CONVERSATIONS)
  await sql`vacuum analyze`
  await sql`checkpoint`
  const from = await place()
  await reply(MESSAGES)
  const to = await place()
  // A record names the file that it changes first; the image of a page counts for that, too.
  const rows = await sql<{ relation: string; records: number; bytes: number; images: number }[]>`
    select coalesce(c.relname, r.resource_manager) as relation, count(*)::int as records,
      sum(r.record_length)::int as bytes, sum(r.fpi_length)::int as images
    from pg_get_wal_records_info(${from}::pg_lsn, ${to}::pg_lsn) r
    left join pg_class c on c.relfilenode = substring(r.block_ref from 'rel \\d+/\\d+/(\\d+)')::oid
    group by 1 order by bytes desc`
  const each = (count: number) => Math.round((count / MESSAGES) * 100) / 100
  console.table(
    rows.map(({ relation, records, bytes, images }) => ({
      'table or index': relation,
      records: each(records),
      bytes: Math.round(bytes / MESSAGES),
      'of these, images of pages': Math.round(images / MESSAGES),
    })),
  )
  const total = rows.reduce((sum, { bytes }) => sum + bytes, 0)
  const [state] = await sql<{ updates: number; inPlace: number }[]>`
    select n_tup_upd::int as updates, n_tup_hot_upd::int as "inPlace"
    from pg_stat_user_tables where relname = 'conversations'`
  console.log(`${Math.round(total / MESSAGES)} bytes a message; floor: 4,000`)
  console.log(`conversations: ${state?.inPlace} of ${state?.updates} updates in place`)
} finally {
  await service.stop()
  await sql.end()
}
