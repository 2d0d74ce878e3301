import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserServer } from 'playwright-core'
import { launchSharedBrowser } from '../browser/browser.ts'
import { writeAuthority } from '../doubles/authority.ts'
import { openHost, type ServiceHost } from './hosted-service.ts'
import { type CleanUp, cleanUpAll, openServer } from './server.ts'

// What scripts/test.ts has Node's runner do before the first test file and after the last: start the service hosts, and
// in each of them a server that many files share (`shareServer`), and one Chromium (`openBrowser`). At the end each service
// has to stop as one should. HOSTS: how many hosts; BROWSER=1: whether a browser is needed.

const cleanUp: CleanUp = []
let hosts: ServiceHost[] = []
let browser: BrowserServer | undefined

export async function globalSetup(): Promise<void> {
  const authority = mkdtempSync(join(tmpdir(), 'parley-tls-'))
  await writeAuthority(authority)
  process.env.TRUSTED_AUTHORITY = authority
  const caFile = join(authority, 'ca.pem')
  hosts = await Promise.all(Array.from({ length: Number(process.env.HOSTS ?? 1) }, () => openHost(caFile)))
  process.env.SERVICE_HOSTS = hosts.map(({ url }) => url).join(' ')
  const servers = await Promise.all(hosts.map(() => openServer(cleanUp)))
  process.env.SHARED_SERVERS = servers.map(({ baseUrl }) => baseUrl).join(' ')
  if (process.env.BROWSER !== '1') return
  browser = await launchSharedBrowser()
  process.env.BROWSER_SERVER = browser.wsEndpoint()
}

export async function globalTeardown(): Promise<void> {
  try {
    await cleanUpAll(cleanUp)
  } finally {
    await browser?.close()
    for (const host of hosts) host.stop()
  }
}
