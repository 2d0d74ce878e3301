import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import { maintain } from './maintenance.ts'

test('tables are vacuumed and analyzed once they changed by as much as PostgreSQL waits for', async () => {
  const database = await PGlite.create()
  const done: string[] = []
  const look = async () => {
    done.length = 0
    await sleep(1_100) // PostgreSQL counts what was done at most once a second
    await database.query('select')
    await maintain(
      async (sql) => {
        const { rows } = await database.query<{ name: string; to_vacuum: boolean; to_analyze: boolean }>(sql)
        return rows.map((row) => ({ name: row.name, toVacuum: row.to_vacuum, toAnalyze: row.to_analyze }))
      },
      async (sql) => {
        done.push(sql)
        await database.exec(sql)
      },
    )
    return done
  }
  await database.exec(
    `create table few (id int); create table several (id int primary key); create table many (id int)`,
  )
  await database.exec(
    'insert into few select generate_series(1, 50); insert into several select generate_series(1, 90)',
  )
  await database.exec('insert into many select generate_series(1, 2000)')
  assert.deepEqual(await look(), ['vacuum (analyze) many', 'analyze several'])
  assert.deepEqual(await look(), [])
  await database.exec('delete from many where id <= 500; update several set id = -id')
  assert.deepEqual(await look(), ['vacuum (analyze) many', 'vacuum (analyze) several'])
  await database.close()
})
