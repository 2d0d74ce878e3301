import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A citation in a comment, a document or a name: "spec 4.2", "spec 1.3, C9.17", "spec 4.1 to 4.4". */
const CITATION = /\b[Ss]pec (C?\d+(?:\.\d+){0,2}(?:(?:, | and | to )C?\d+(?:\.\d+){0,2})*)/g

export interface Citation {
  file: string
  line: number
  id: string
}

/** Every section and rule of the specification that is cited in the repository. */
export function readCitations(): Citation[] {
  const cwd = fileURLToPath(new URL('../..', import.meta.url))
  const files = globSync(
    '{*.md,{src,sdk,web,contract,test,scripts,bench,fuzz,matrix,migrations,packages,docs,deploy}/**/*.{ts,tsx,sql,md}}',
    { cwd, exclude: (path) => /node_modules|dist|generated|^scripts\/(prose|specification)\b/.test(path) },
  )
  return files.flatMap((file) =>
    readFileSync(`${cwd}/${file}`, 'utf8')
      .split('\n')
      .flatMap((text, i) =>
        [...text.matchAll(CITATION)].flatMap(([, ids = '']) =>
          ids.split(/, | and | to /).map((id) => ({ file, line: i + 1, id })),
        ),
      ),
  )
}
