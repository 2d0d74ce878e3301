import { PGlite } from '@electric-sql/pglite'
import postgres from 'postgres'
import type { Server } from '../service/server.ts'

/** A server whose database can be looked at. */
export type Dumped = Pick<Server, 'env' | 'snapshot'>

/**
 * Every row of every table as one line of text, `table: {json}`, but which processes there are; bytes are shown as the text
 * they hold. The embedded database has one user at a time: there a copy is read.
 */
export async function dumpDatabase(server: Dumped): Promise<string[]> {
  const { DATABASE_URL } = server.env
  if (DATABASE_URL) {
    const sql = postgres(DATABASE_URL, { max: 1, onnotice: () => {} })
    return readAll((text) => sql.unsafe(text)).finally(() => sql.end())
  }
  const embedded = await PGlite.create(await server.snapshot())
  try {
    return await readAll(async (text) => (await embedded.query(text)).rows)
  } finally {
    await embedded.close()
  }
}

async function readAll(query: (text: string) => Promise<unknown[]>): Promise<string[]> {
  const tables = await query(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'processes' order by tablename",
  )
  const lines: string[] = []
  for (const { name } of tables as { name: string }[]) {
    const rows = (await query(`select to_jsonb(t)::text as line from ${name} t`)) as { line: string }[]
    for (const { line } of rows) lines.push(`${name}: ${withBytesAsText(line)}`)
  }
  return lines
}

function withBytesAsText(line: string): string {
  return line.replace(/\\\\x((?:[0-9a-f]{2})+)/g, (_, hex: string) => Buffer.from(hex, 'hex').toString('utf8'))
}
