import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok } from '#test/expect.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { assertNoMetadata, pictureOf } from '#test/fixtures/pictures.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { shareServer } from '#test/service/server.ts'

// A photo does not tell where it was taken: docs/storefront-protocol.md, files. By mail and messengers: contract/channels.

const server = await shareServer()
const store = await makeStore(server)
const visitor = await makeVisitor(server, store)
const inbox = await signInOwner(server, store)
const as = { 'content-type': 'application/octet-stream' }

for (const name of ['rotated.jpg', 'progressive.jpg', 'rotated.png', 'rotated.webp', 'lossless.webp', 'rotated.heic']) {
  test(`${name}: what the camera wrote goes, by whomever it is sent; how it is turned stays`, async () => {
    const given = await pictureOf(name)
    for (const [api, path] of [
      [visitor.api, '/storefront/files'],
      [inbox, '/api/chat/files'],
    ] as const) {
      const file = ok(await api.call('POST', `${path}?name=${name}`, given, as), 201)
      const bytes = await assertNoMetadata(server.baseUrl, file)
      // Exif data of the orientation alone, as it was.
      const isTurned = name.startsWith('rotated') && name !== 'rotated.heic'
      if (isTurned) assert.ok(bytes.includes(Buffer.from('011200030000000100060000', 'hex')), 'the orientation')
    }
  })
}

test('a broken picture is stored as it is, or refused as no picture', async () => {
  const given = await pictureOf('rotated.png')
  const cut = given.subarray(0, 100)
  const file = ok(await visitor.api.call('POST', '/storefront/files?name=a.png', cut, as), 201)
  const bytes = Buffer.from(await (await fetch(server.baseUrl + file.url)).arrayBuffer())
  assert.deepEqual(bytes, cut)
  const other = await makeVisitor(server, store)
  for (let at = 4; at < given.length; at += 120) {
    const { status } = await other.api.call('POST', '/storefront/files?name=a.png', given.subarray(0, at), as)
    assert.ok(status === 201 || status === 400, String(status))
  }
})
