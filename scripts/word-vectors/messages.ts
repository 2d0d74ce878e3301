import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Public collections of what customers write, by where they are; src/ai-agent/retrieval/data/NOTICE.md has the licences. */
const COLLECTIONS = {
  'oos-eval': { url: 'https://github.com/clinc/oos-eval', read: readClinc },
  'task-specific-datasets': { url: 'https://github.com/PolyAI-LDN/task-specific-datasets', read: readPolyAi },
  'multi-domain-goal-oriented-dialogues-dataset': {
    url: 'https://github.com/awslabs/multi-domain-goal-oriented-dialogues-dataset',
    read: readMultiDogo,
  },
}

/** All messages, each once. What `directory` does not have is cloned into `scratch`. */
export function readMessages(directory: string | undefined, scratch: string): string[] {
  const messages = Object.entries(COLLECTIONS).flatMap(([name, { url, read }]) => {
    const own = directory && join(directory, name)
    if (own && existsSync(own)) return read(own)
    execFileSync('git', ['clone', '--quiet', '--depth', '1', url], { cwd: scratch, stdio: 'inherit' })
    return read(join(scratch, name))
  })
  return [...new Set(messages.map((message) => message.trim()))].filter(Boolean)
}

function readClinc(root: string): string[] {
  const parts = JSON.parse(readFileSync(join(root, 'data/data_full.json'), 'utf8')) as Record<
    string,
    [string, string][]
  >
  return Object.values(parts).flatMap((rows) => rows.map(([text]) => text))
}

function readPolyAi(root: string): string[] {
  const banking = ['train', 'test'].flatMap((part) => {
    const text = readFileSync(join(root, `banking_data/${part}.csv`), 'utf8').replaceAll('\r\n', '\n')
    // The message, in quotation marks where it has a comma or a line's end, then its subject.
    const rows = [...text.matchAll(/^(?:"((?:[^"]|"")*)"|([^",\n]*)),\w+\??$/gm)].slice(1)
    return rows.map(([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? '')
  })
  const others = ['banking', 'hotels'].flatMap((domain) =>
    filesUnder(join(root, 'nlupp/data', domain)).flatMap((file) =>
      (JSON.parse(readFileSync(file, 'utf8')) as { text: string }[]).map(({ text }) => text),
    ),
  )
  return [...banking, ...others]
}

function readMultiDogo(root: string): string[] {
  const directory = join(root, 'data/paper_splits/splits_annotated_at_turn_level')
  return readdirSync(directory)
    .sort()
    .flatMap((domain) => filesUnder(join(directory, domain)))
    .flatMap((file) => readFileSync(file, 'utf8').split('\n').slice(1))
    .map((row) => row.split('\t')[3] ?? '')
}

function filesUnder(directory: string): string[] {
  return readdirSync(directory)
    .sort()
    .map((name) => join(directory, name))
}
