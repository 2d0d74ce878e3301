import { once } from 'node:events'
import { openSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createLogger } from '#base/logger.ts'
import { readConfig } from '#config'
import { createService, type Service } from '../../src/service.ts'

// A process that runs many services side by side, each with its own configuration, data, port and log file. Loading the
// service's code is most of what a start costs; here it is loaded once for a whole test run. test/service/hosted-service.ts
// calls it over HTTP on loopback: POST /start, then POST /stop.

export interface StartRequest {
  /** The variables that a service process of its own would be started with. */
  env: Record<string, string>
  /** File to which the service's log lines are appended. */
  logFile: string
}

export interface StartAnswer {
  baseUrl: string
  /** The host's process. */
  pid: number
}

export interface StopRequest {
  port: string
}

/** Longer than main.ts grants a graceful stop: a service that needs more is reported as one that does not stop. */
const STOP_MS = 30_000
const services = new Map<string, Service>()

async function start({ env, logFile }: StartRequest): Promise<StartAnswer> {
  const config = readConfig(env)
  const service = await createService(config, createLogger(config.logLevel, openSync(logFile, 'a')))
  await service.start()
  const { port } = service.app.server.address() as AddressInfo
  services.set(String(port), service)
  return { baseUrl: `http://127.0.0.1:${port}`, pid: process.pid }
}

/** Resolves with the exit code that the service's own process would have: 0, or 1 where it does not stop in time. */
async function stop({ port }: StopRequest): Promise<object> {
  const service = services.get(port)
  if (!service) throw new Error(`no service runs on port ${port}`)
  services.delete(port)
  const late = new Promise<1>((resolve) => setTimeout(resolve, STOP_MS, 1).unref())
  return { code: await Promise.race([service.stop().then(() => 0), late]) }
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}

// The runner holds the other end: however it ends, the host ends with it.
process.stdin.on('end', () => process.exit()).resume()
// Each log flushes when the process ends, by a listener of its own.
process.setMaxListeners(0)
process.umask(0o077)
const host = createServer(async (request, response) => {
  try {
    const body = await readJson(request)
    const result = request.url === '/start' ? await start(body as StartRequest) : await stop(body as StopRequest)
    response.end(JSON.stringify(result))
  } catch (error) {
    response.statusCode = 500
    response.end(JSON.stringify({ error: (error as Error).stack }))
  }
})
host.listen(0, '127.0.0.1')
await once(host, 'listening')
process.stdout.write(`http://127.0.0.1:${(host.address() as AddressInfo).port}\n`)
