import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { makeStore } from '#test/fixtures/factories.ts'
import { say, startWithReceiver, subscribe } from '#test/fixtures/webhooks.ts'

// The PHP that docs/webhooks.md gives to receivers' authors, run by PHP itself (Debian's package php-cli).

const skip = spawnSync('php', ['--version']).status === 0 ? false : 'there is no php'
if (skip && process.env.CI) throw new Error(skip)
const FILE = fileURLToPath(new URL('../../docs/examples/verify-webhook.php', import.meta.url))

/** What PHP says of deliveries, each with headers as they came, a body and a secret. */
async function verify(deliveries: { headers: Record<string, string>; body: string; secret: string }[]) {
  const program = `require ${JSON.stringify(FILE)};
    foreach (json_decode(stream_get_contents(STDIN), true) as [$server, $body, $secret])
      echo parley_verify_webhook($server, base64_decode($body), $secret) ? '1' : '0';`
  const php = spawn('php', ['-d', 'error_reporting=E_ALL', '-d', 'display_errors=1', '-r', program])
  const asServer = (headers: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [`HTTP_${name.toUpperCase().replaceAll('-', '_')}`, value]),
    )
  const rows = deliveries.map(({ headers, body, secret }) => [
    asServer(headers),
    Buffer.from(body).toString('base64'),
    secret,
  ])
  php.stdin.end(JSON.stringify(rows))
  return Buffer.concat(await php.stdout.toArray()).toString()
}

function sign(body: string, secret: string, timestamp: string | number) {
  const signature = createHmac('sha256', secret).update(`${timestamp};${body}`).digest('hex')
  return { 'x-webhook-timestamp': String(timestamp), 'x-webhook-signature': signature }
}

test('spec 6.3.4: the PHP example takes what the service delivers, and nothing forged, changed or old', {
  skip,
}, async () => {
  const { server, receiver } = await startWithReceiver()
  const store = await makeStore(server)
  const { secret } = await subscribe(store, receiver.url('/php'))
  await say(store, 'Grüße 📦')
  const [received] = await receiver.take('/php', 1)
  assert.ok(received)
  const { headers } = received
  const body = received.body.toString()
  const now = Math.floor(Date.now() / 1000)
  const good = [
    { headers, body, secret },
    { headers: sign('{}', secret, now - 250), body: '{}', secret },
  ]
  const bad = [
    { headers, body: `${body} `, secret },
    { headers, body, secret: 'whsec_other' },
    { headers: { ...headers, 'x-webhook-timestamp': String(now - 1) }, body: `${body}.`, secret },
    ...[now - 400, now + 400, '', 'x', '-1', `${now}.5`].map((at) => ({
      headers: sign('{}', secret, at),
      body: '{}',
      secret,
    })),
    { headers: sign('{}', '', now), body: '{}', secret: '' },
    { headers: { ...sign('{}', secret, now), 'x-webhook-signature': '' }, body: '{}', secret },
    { headers: {}, body: '{}', secret },
  ]
  assert.equal(await verify(good), '11')
  assert.equal(await verify(bad), '0'.repeat(bad.length))
})
