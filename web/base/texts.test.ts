import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { texts as de } from './texts/de.ts'
import { texts as es } from './texts/es.ts'
import { texts as fr } from './texts/fr.ts'
import { texts as ja } from './texts/ja.ts'
import { t } from './texts.ts'

const LANGUAGES = { de, es, fr, ja }
const web = fileURLToPath(new URL('..', import.meta.url))
const LITERAL = String.raw`'((?:[^'\\\n]|\\.)+)'`

/** Every text of the sources: what t() is given, a text itself or a choice of two, and texts with two forms. */
function textsOf(): Set<string> {
  const found = new Set<string>()
  for (const path of globSync('**/*.{ts,tsx}', { cwd: web })) {
    if (path.includes('.test.') || path.startsWith('base/texts')) continue
    const source = readFileSync(join(web, path), 'utf8')
    const patterns = [
      String.raw`\bt\(\s*${LITERAL}`,
      String.raw`\bt\(\s*[^'()]+\? ${LITERAL} : ${LITERAL}`,
      LITERAL.replace('+', String.raw`*\|\{0\}(?:[^'\\\n]|\\.)*`),
    ]
    for (const pattern of patterns) {
      for (const [, ...parts] of source.matchAll(new RegExp(pattern, 'g')))
        for (const part of parts) if (part) found.add(part)
    }
  }
  return found
}

const holes = (text: string) => [...new Set(text.match(/\{\d\}/g))].sort().join()

test('every text has its words in every language, with the same holes, and no language has others', () => {
  const texts = [...textsOf()].sort()
  assert.ok(texts.length > 300, `${texts.length} texts`)
  for (const [language, words] of Object.entries(LANGUAGES)) {
    assert.deepEqual(Object.keys(words).sort(), texts, language)
    for (const text of texts) {
      assert.ok(words[text]?.trim(), `${language}: ${text}`)
      assert.equal(holes(words[text] as string), holes(text), `${language}: ${text}`)
    }
  }
})

test('values are filled in, and the first one chooses the form', () => {
  assert.equal(t('{0} of {1}', 1, 'a {1}'), '1 of a {1}')
  assert.deepEqual([t('one|{0} many', 1), t('one|{0} many', 2), t('one|{0} many', 0)], ['one', '2 many', '0 many'])
})
