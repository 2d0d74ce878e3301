import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { splitStatements } from './citus.ts'
import { listMigrations, MIGRATIONS } from './migrate.ts'

test('every migration is taken apart into single statements', async () => {
  for (const name of [...(await listMigrations()), 'after.sql']) {
    const text = await readFile(new URL(name, MIGRATIONS), 'utf8')
    for (const statement of splitStatements(text)) {
      assert.match(statement, /^(create|alter|drop|set local|insert|update|delete|do) [\s\S]*;$/, name)
      const outsideOfBodies = statement.replace(/\$\$[\s\S]*?\$\$/g, '')
      assert.equal(outsideOfBodies.split(';').length, 2, `${name}: ${statement}`)
    }
  }
})

test('a function keeps its body, and comments go', () => {
  const one = 'create function f() returns int language sql as $$\n  select 1;\n$$;'
  assert.deepEqual(splitStatements(`-- What it does; and why.\n${one}\n\ndrop table t; -- no longer used\n`), [
    one,
    'drop table t;',
  ])
  assert.throws(() => splitStatements('drop table t'), /has no end: drop table t/)
})
