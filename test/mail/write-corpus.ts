// Rewrites the corpus of mails: `node test/mail/write-corpus.ts`. Every mail was made up for it, in the formats that
// mail programs and servers are known for.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { answers } from './cases/answers.ts'
import { automatic } from './cases/automatic.ts'
import { clients } from './cases/clients.ts'
import { keptWhole } from './cases/kept.ts'
import { shapes } from './cases/shapes.ts'

const folder = new URL('corpus/', import.meta.url)
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder)
const cases = [...clients, ...answers, ...shapes, ...automatic, ...keptWhole]
for (const { name, eml, expected } of cases) {
  writeFileSync(new URL(`${name}.eml`, folder), eml)
  writeFileSync(
    new URL(`${name}.json`, folder),
    `${JSON.stringify({ automatic: null, bounce: null, ...expected }, null, 2)}\n`,
  )
}
console.log(`${cases.length} mails`)
