/// <reference path="./s3rver.d.ts" />
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { checkSignatures } from './signatures.ts'

/** A store that speaks the S3 protocol and checks signatures, with one bucket. */
export interface TestBucket {
  /** As FILES_URL takes it. */
  url: string
  /** Keys of objects that begin with `prefix`. */
  keys(prefix?: string): Promise<string[]>
  close(): Promise<void>
}

/** Whether this run keeps files in buckets: TEST_FILES=s3. */
export const inBuckets = process.env.TEST_FILES === 's3'
const OBJECT = '._S3rver_object'

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
  return {
    url: `http://S3RVER:${secret}@127.0.0.1:${port}/files/uploads?region=eu-central-1`,
    async keys(prefix = '') {
      const root = join(directory, 'files', 'uploads')
      const files = (await readdir(root, { recursive: true }).catch(() => [])).filter((name) => name.endsWith(OBJECT))
      return files.map((name) => name.slice(0, -OBJECT.length)).filter((name) => name.startsWith(prefix))
    },
    async close() {
      door.close()
      door.closeAllConnections()
      await store.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
