/// <reference path="./s3rver.d.ts" />
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import S3rver from 's3rver'
import { checkSignatures } from './signatures.ts'

/** A store that speaks the S3 protocol and checks signatures, with one bucket. */
export interface TestBucket {
  /** As FILES_URL takes it. */
  url: string
  /** Keys of objects that begin with `prefix`. */
  keys(prefix?: string): Promise<string[]>
  /** What is stored under a key. */
  read(key: string): Promise<Buffer>
  close(): Promise<void>
}

/** Whether this run keeps files in buckets: TEST_FILES=s3. */
export const inBuckets = process.env.TEST_FILES === 's3'
const OBJECT = '._S3rver_object'
/** Buckets of this process, by the value of FILES_URL. */
const opened = new Map<string, TestBucket>()

export async function openBucket(): Promise<TestBucket> {
  const directory = await mkdtemp(join(tmpdir(), 'parley-bucket-'))
  const configureBuckets = [{ name: 'files' }]
  const store = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets })
  const { port: storePort } = (await store.run()) as AddressInfo
  const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'a/secret+with=marks', region: 'eu-central-1' }
  const door = checkSignatures(storePort, keys).listen(0, '127.0.0.1')
  await once(door, 'listening')
  const { port } = door.address() as AddressInfo
  const secret = encodeURIComponent(keys.secretAccessKey)
  const root = join(directory, 'files', 'uploads')
  const bucket: TestBucket = {
    url: `http://S3RVER:${secret}@127.0.0.1:${port}/files/uploads?region=eu-central-1`,
    async keys(prefix = '') {
      const files = (await readdir(root, { recursive: true }).catch(() => [])).filter((name) => name.endsWith(OBJECT))
      return files.map((name) => name.slice(0, -OBJECT.length)).filter((name) => name.startsWith(prefix))
    },
    read: (key) => readFile(join(root, key + OBJECT)),
    async close() {
      opened.delete(bucket.url)
      door.close()
      door.closeAllConnections()
      await store.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
  opened.set(bucket.url, bucket)
  return bucket
}

/** What a service has stored, in its bucket or its directory, each file with the SHA-256 of its bytes. */
export async function storedFiles(env: Record<string, string>, prefix = ''): Promise<Map<string, string>> {
  const bucket = opened.get(env.FILES_URL ?? '')
  const root = join(env.DATA_DIR as string, 'uploads')
  const names = bucket ? await bucket.keys(prefix) : await filesBelow(root)
  const read = async (name: string): Promise<[string, string][]> => {
    const bytes = await (bucket?.read(name) ?? readFile(join(root, name)).catch(goneSince))
    return bytes ? [[name, createHash('sha256').update(bytes).digest('hex')]] : []
  }
  const wanted = names.filter((name) => name.startsWith(prefix)).sort()
  return new Map((await Promise.all(wanted.map(read))).flat())
}

/** A file that was removed after the folder was listed is not stored. */
function goneSince(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

async function filesBelow(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(root, join(entry.parentPath, entry.name)))
}
