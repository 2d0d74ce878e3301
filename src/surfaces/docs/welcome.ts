import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendFile, toFile, wants } from '#surfaces/http/made-file.ts'

export interface DocsOptions {
  /** The public address, without a slash at its end. */
  baseUrl: string
  /** Whether there is a demo shop to look at. */
  hasDemo: () => Promise<boolean>
}

const packageJson = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')
export const VERSION: string = JSON.parse(packageJson).version

/** GET /: says what runs at the service's address and where to go; a page for browsers, otherwise JSON. */
export async function sendWelcome(
  request: FastifyRequest,
  reply: FastifyReply,
  { baseUrl, hasDemo }: DocsOptions,
): Promise<FastifyReply> {
  const isDemo = await hasDemo().catch(() => false) // the page stands while the database is away
  reply.header('vary', 'accept, accept-encoding')
  if (!wants(request, 'text/html')) {
    const at = (path: string) => `${baseUrl}/${path}`
    const places = {
      inbox: at('inbox'),
      demo: isDemo ? at('demo') : null,
      docs: at('docs'),
      reference: at('docs/reference'),
      openapi: at('openapi.json'),
      llms: at('llms.txt'),
    }
    return reply.header('cache-control', 'no-cache').send({ data: { name: 'Parley', version: VERSION, ...places } })
  }
  const template = await readFile(new URL('browser/welcome.html', import.meta.url), 'utf8')
  const page = template
    .replace(/\{\{demo\}\}(.*?)\{\{\/demo\}\}/s, isDemo ? '$1' : '')
    .replaceAll('{{version}}', VERSION)
  return sendFile(request, reply, toFile('text/html; charset=utf-8', page))
}
