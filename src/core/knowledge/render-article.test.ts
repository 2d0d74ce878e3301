import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderBody } from './render-article.ts'

const levels = (body: string) =>
  [...renderBody(body, { picture: () => undefined, locale: 'en' }).matchAll(/<h(\d) [^>]*>\w<\/h(\d)>/g)].map(
    ([, open, close]) => `${open}${close}`,
  )

test('headings begin below the title, whichever an author begins with, and leave no level out', () => {
  assert.deepEqual(levels('# a\n## b\n# c'), ['22', '33', '22'])
  assert.deepEqual(levels('## a\n### b\n## c'), ['22', '33', '22'])
  assert.deepEqual(levels('### a\n# b\n#### c\n# d'), ['22', '22', '33', '22'])
  assert.deepEqual(levels('# a\n###### b'), ['22', '33'])
  assert.deepEqual(levels('# a\n## b\n### c\n#### d\n##### e\n###### f'), ['22', '33', '44', '55', '66', '66'])
})
