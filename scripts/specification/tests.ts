import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The name of a test that holds rules or sections: "spec 4.2.1, C9.5: a reply …". */
const NAME = /\(\s*(['"`])spec ([C\d][C\d., ]*): ((?:\\.|(?!\1).)*)\1/g

export interface CitingTest {
  file: string
  name: string
  /** Rules, and sections where it holds all of one. */
  ids: string[]
}

/** A name that starts with a number of the specification alone. */
const UNCLEAR = /\btest\(\s*['"`](?:§\d|C?\d+\.\d+[ ,:])/

const cwd = fileURLToPath(new URL('../..', import.meta.url))

const readTestFiles = () =>
  globSync('{contract,src,sdk,web,packages/*/test}/**/*.test.ts', { cwd })
    .sort()
    .map((file) => ({ file, text: readFileSync(`${cwd}/${file}`, 'utf8') }))

/** All tests whose names cite the specification. */
export function readCitingTests(): CitingTest[] {
  return readTestFiles().flatMap(({ file, text }) =>
    [...text.matchAll(NAME)].map(([, , ids = '', name = '']) => ({ file, name, ids: ids.split(', ') })),
  )
}

/** Files with a test whose name has a number but not the word: "4.2.1 …" instead of "spec 4.2.1: …". */
export const findUnclearNames = (): string[] =>
  readTestFiles().flatMap(({ file, text }) => (UNCLEAR.test(text) ? file : []))
