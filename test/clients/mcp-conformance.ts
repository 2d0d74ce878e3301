import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Store } from '../fixtures/factories.ts'
import { credentials } from './mcp.ts'

/** The official conformance suite of the protocol, run against a server of ours. */

const SUITE = fileURLToPath(
  new URL('../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url),
)

/** Runs one scenario in one version of the protocol; answers what it found wrong, by the reasons it gives. */
export type Conformance = (scenario: string, version?: string) => Promise<string[]>

/** The suite knows no credentials: a proxy adds them. */
export async function conformanceOf(baseUrl: string, store: Pick<Store, 'appId' | 'key'>): Promise<Conformance> {
  const { hostname, port } = new URL(baseUrl)
  const proxy = createServer((request, response) => {
    const headers = { ...request.headers, ...credentials(store) }
    const onward = send({ hostname, port, path: request.url, method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode as number, answer.headers)
      answer.pipe(response)
    })
    request.pipe(onward)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  after(() => proxy.close())
  const target = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`

  return async (scenario, version) => {
    const options = ['server', '--url', target, '--scenario', scenario]
    const output = await new Promise<string>((resolve) => {
      execFile(process.execPath, [SUITE, ...options, ...(version ? ['--spec-version', version] : [])], (_error, out) =>
        resolve(out),
      )
    })
    assert.match(output, /Passed: [1-9]\d*\/\d+/, output)
    return [...output.matchAll(/^ +Error: (.+)$/gm)].map(([, reason = '']) => reason)
  }
}
