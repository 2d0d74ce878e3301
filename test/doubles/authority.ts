import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const script = fileURLToPath(new URL('../../bench/tls/make.sh', import.meta.url))

/** A certificate for localhost, receiver.test, their subdomains, 127.0.0.1 and 127.0.0.2, by an authority of its own. */
export interface Authority {
  /** For NODE_EXTRA_CA_CERTS: who trusts this file trusts the certificate. */
  caFile: string
  key: Buffer
  cert: Buffer
}

/** The directory of the authority that the run's service hosts trust: test/service/run-setup.ts sets it. */
const TRUSTED = process.env.TRUSTED_AUTHORITY

/** The run's authority, which hosted services trust; outside a run a new one. */
export function trustedAuthority(): Promise<Authority> {
  return TRUSTED ? readAuthority(TRUSTED) : makeAuthority()
}

/** Makes an authority that nobody knows yet. Its files are deleted after the test (or test file) that called it. */
export async function makeAuthority(): Promise<Authority> {
  const directory = await mkdtemp(join(tmpdir(), 'parley-tls-'))
  after(() => rm(directory, { recursive: true, force: true }))
  await writeAuthority(directory)
  return readAuthority(directory)
}

export async function writeAuthority(directory: string): Promise<void> {
  await promisify(execFile)('bash', [script, directory])
}

export async function readAuthority(directory: string): Promise<Authority> {
  const [key, cert] = await Promise.all(['server.key', 'server.pem'].map((name) => readFile(join(directory, name))))
  return { caFile: join(directory, 'ca.pem'), key: key as Buffer, cert: cert as Buffer }
}
