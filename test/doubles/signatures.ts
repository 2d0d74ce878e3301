import { createHash } from 'node:crypto'
import { createServer, request as forward, type IncomingMessage, type Server } from 'node:http'
import { Sha256 } from '@aws-crypto/sha256-js'
import { SignatureV4 } from '@smithy/signature-v4'

/**
 * Stands before a store for tests, which takes any SigV4 signature: each request is signed again by AWS's own library,
 * from what arrived, and refused where that comes to another signature, or the body to another hash.
 */
export function checkSignatures(
  storePort: number,
  keys: { accessKeyId: string; secretAccessKey: string; region: string },
): Server {
  return createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    if (!(await isSigned(request, body, keys))) {
      response.writeHead(403, { 'content-type': 'application/xml' })
      response.end('<Error><Code>SignatureDoesNotMatch</Code></Error>')
      return
    }
    const { method = 'GET', url = '/', headers } = request
    const onward = forward({ host: '127.0.0.1', port: storePort, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    onward.end(body)
  })
}

async function isSigned(
  { method = 'GET', url = '/', headers }: IncomingMessage,
  body: Buffer,
  { accessKeyId, secretAccessKey, region }: { accessKeyId: string; secretAccessKey: string; region: string },
): Promise<boolean> {
  if (headers['x-amz-content-sha256'] !== createHash('sha256').update(body).digest('hex')) return false
  const given = headers.authorization ?? ''
  const names = /SignedHeaders=([^,]+),/.exec(given)?.[1]?.split(';') ?? []
  const { pathname, searchParams } = new URL(url, 'http://store')
  const stamp = String(headers['x-amz-date'])
  const signingDate = new Date(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (Math.abs(Date.now() - signingDate.getTime()) > 15 * 60_000) return false
  const credentials = { accessKeyId, secretAccessKey }
  const signer = new SignatureV4({ credentials, region, service: 's3', sha256: Sha256, uriEscapePath: false })
  const signed = await signer.sign(
    {
      method,
      protocol: 'http:',
      hostname: 'store',
      path: pathname,
      query: Object.fromEntries(searchParams),
      headers: Object.fromEntries(names.map((name) => [name, String(headers[name])])),
    },
    { signingDate, signableHeaders: new Set(names) },
  )
  const signatureOf = (text: string) => /Signature=([0-9a-f]{64})/.exec(text)?.[1]
  return signatureOf(given) !== undefined && signatureOf(given) === signatureOf(signed.headers.authorization ?? '')
}
