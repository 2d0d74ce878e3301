import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** BAAI's bge-small-en-v1.5 (MIT), eight bits a weight, as llama.cpp reads it. */
const MODEL = {
  url: 'https://huggingface.co/CompendiumLabs/bge-small-en-v1.5-gguf/resolve/main/bge-small-en-v1.5-q8_0.gguf',
  sha256: 'ec38e8da142596baa913124ae50550de284b6916bf59577ef2f0cb9660c2f514',
}
const RUNTIME = 'node-llama-cpp@3.22.1'
/** The model reads 512 tokens; no message comes near. */
const LETTERS_MAX = 1_200

interface Runtime {
  getLlama(options: object): Promise<{
    loadModel(options: { modelPath: string }): Promise<{
      createEmbeddingContext(options: object): Promise<{
        getEmbeddingFor(text: string): Promise<{ vector: readonly number[] }>
      }>
    }>
  }>
}

/**
 * A sentence encoder: texts to directions of length 1 in 384 dimensions. `file` names the model if it is present; otherwise it
 * is fetched into `scratch`, as the program that runs it is: neither becomes a part of Parley.
 */
export async function openEncoder(
  file: string | undefined,
  scratch: string,
): Promise<(texts: string[]) => Promise<Float64Array[]>> {
  const modelPath = file ?? (await fetchModel(scratch))
  const found = createHash('sha256').update(readFileSync(modelPath)).digest('hex')
  if (found !== MODEL.sha256) throw new Error(`${modelPath}: not the model of ${MODEL.url} (SHA-256 ${found})`)
  const install = ['install', '--no-save', '--ignore-scripts', '--prefix', scratch, RUNTIME]
  execFileSync('npm', install, { stdio: 'ignore' })
  const entry = join(scratch, 'node_modules/node-llama-cpp/dist/index.js')
  const { getLlama } = (await import(pathToFileURL(entry).href)) as Runtime
  // One thread: what several add up comes out a little different from run to run.
  const llama = await getLlama({ gpu: false, build: 'never', maxThreads: 1 })
  const model = await llama.loadModel({ modelPath })
  const context = await model.createEmbeddingContext({ contextSize: 512, batchSize: 512, threads: 1 })
  return async (texts) => {
    const vectors: Float64Array[] = []
    for (const [i, text] of texts.entries()) {
      if (i % 10_000 === 0) console.log(`${i} of ${texts.length} texts encoded`)
      const { vector } = await context.getEmbeddingFor(text.slice(0, LETTERS_MAX))
      const length = Math.hypot(...vector)
      vectors.push(Float64Array.from(vector, (value) => value / length))
    }
    return vectors
  }
}

async function fetchModel(scratch: string): Promise<string> {
  const response = await fetch(MODEL.url)
  if (!response.ok) throw new Error(`${MODEL.url}: ${response.status}`)
  const path = join(scratch, 'encoder.gguf')
  writeFileSync(path, Buffer.from(await response.arrayBuffer()))
  return path
}
