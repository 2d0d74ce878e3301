import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const read = (path: string) => readFileSync(path, 'utf8')
const { version } = JSON.parse(read('package.json')) as { version: string }

test('every place that names the version names the same one', () => {
  const lock = JSON.parse(read('package-lock.json'))
  assert.deepEqual(
    {
      lock: lock.version,
      'root of the lock': lock.packages[''].version,
      client: JSON.parse(read('packages/client/package.json')).version,
      'client in the lock': lock.packages['packages/client'].version,
      plugin: /^ \* Version: (.+)$/m.exec(read('deploy/wordpress/parley-chat.php'))?.[1],
      changelog: /^## \[([^\]]+)\] - (?:unreleased|\d{4}-\d{2}-\d{2})$/m.exec(read('CHANGELOG.md'))?.[1],
    },
    {
      lock: version,
      'root of the lock': version,
      client: version,
      'client in the lock': version,
      plugin: version,
      changelog: version,
    },
  )
})

test('the SDK page names the version of the interface that the SDK reports', () => {
  const [, reported] = /VERSION = '([\d.]+)'/.exec(read('sdk/shared/names.ts')) ?? []
  assert.ok(reported)
  assert.ok(read('docs/sdk.md').includes(`\`parley.version()\` "${reported}"`))
})
