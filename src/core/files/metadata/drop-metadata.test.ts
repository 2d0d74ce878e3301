import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileTypeFromBuffer } from 'file-type'
import { dropMetadata, withoutMetadata } from './drop-metadata.ts'
import { readOrientation, writeOrientation } from './orientation.ts'

// test/fixtures/pictures: made by Pillow and libheif, each with a camera, a time and a position, some with XMP and comments.

const PICTURES = new URL('../../../../test/fixtures/pictures/', import.meta.url)
const directory = await mkdtemp(join(tmpdir(), 'parley-pictures-'))
after(() => rm(directory, { recursive: true }))
const path = join(directory, 'picture')
const names = await readdir(PICTURES)
const typeOf = async (bytes: Buffer) => (await fileTypeFromBuffer(bytes))?.mime ?? 'unknown'

/** What a picture becomes, and the size that was answered for it. */
async function drop(bytes: Buffer, type: string) {
  await writeFile(path, bytes)
  return { size: await dropMetadata(path, type), bytes: await readFile(path) }
}

/** The orientation that a file's Exif data has; 1 where it has none. */
function orientationOf(bytes: Buffer): number {
  const tiff = ['MM\0*', 'II*\0'].map((mark) => bytes.indexOf(mark, 0, 'latin1')).filter((at) => at !== -1)
  return tiff.length === 0 ? 1 : readOrientation(bytes.subarray(Math.min(...tiff)))
}

test('there is a picture of each kind', () => {
  assert.deepEqual(names.sort(), [
    'lossless.webp',
    'progressive.jpg',
    'rotated.heic',
    'rotated.jpg',
    'rotated.png',
    'rotated.webp',
  ])
})

for (const name of names) {
  test(`${name}: camera, time, position, XMP and comments go; type, colours and orientation stay`, async () => {
    const given = await readFile(new URL(name, PICTURES))
    assert.ok(/canary/i.test(given.toString('latin1')))
    const type = await typeOf(given)
    const { size, bytes } = await drop(given, type)
    assert.equal(size, bytes.length)
    assert.doesNotMatch(bytes.toString('latin1'), /canary|2026:11:26|xmpmeta/i)
    assert.equal(await typeOf(bytes), type)
    assert.equal(orientationOf(bytes), orientationOf(given))
    assert.equal(bytes.includes('ICC_PROFILE'), given.includes('ICC_PROFILE'))
    // A second time there is nothing to be taken out.
    assert.deepEqual((await drop(bytes, type)).bytes, bytes)
  })

  test(`${name}, cut or changed at any byte: left as it is or made smaller, never an error`, async () => {
    const given = await readFile(new URL(name, PICTURES))
    const type = await typeOf(given)
    for (let at = 1; at < given.length; at++) {
      const changed = [given.subarray(0, at)]
      for (const value of [0, 1, 0x7f, 0xff]) {
        const bytes = Buffer.from(given)
        bytes[at] = value
        changed.push(bytes)
      }
      for (const bytes of changed) {
        const before = Buffer.from(bytes)
        const parts = withoutMetadata(bytes, type)
        assert.deepEqual(bytes, before)
        assert.ok(parts === null || Buffer.concat(parts).length <= bytes.length + 64)
      }
    }
    const cut = given.subarray(0, 40)
    assert.deepEqual(await drop(cut, type), { size: null, bytes: cut })
  })
}

test('what follows a JPEG, such as the film of a moving photo, goes', async () => {
  const given = await readFile(new URL('rotated.jpg', PICTURES))
  const { bytes } = await drop(Buffer.concat([given, Buffer.from('canary film')]), 'image/jpeg')
  assert.deepEqual(bytes, (await drop(given, 'image/jpeg')).bytes)
  assert.deepEqual(bytes.subarray(-2), Buffer.from([0xff, 0xd9]))
})

test('orientations are read as they are written, and nothing is read from broken data', () => {
  for (let value = 1; value <= 8; value++) assert.equal(readOrientation(writeOrientation(value)), value)
  for (const value of [0, 9, 0xffff]) assert.equal(readOrientation(writeOrientation(value)), 1)
  for (let length = 0; length < 22; length++) assert.equal(readOrientation(writeOrientation(6).subarray(0, length)), 1)
})

/** Files of 10 MB that are made of as many parts as there can be. */
async function hostilePictures(): Promise<[string, Buffer][]> {
  const [jpeg, png, webp, heic] = (await Promise.all(
    ['rotated.jpg', 'rotated.png', 'rotated.webp', 'rotated.heic'].map((name) => readFile(new URL(name, PICTURES))),
  )) as [Buffer, Buffer, Buffer, Buffer]
  const size = 10 * 1024 * 1024
  const fill = (head: Buffer, part: Buffer | number) => Buffer.concat([head, Buffer.alloc(size - head.length, part)])
  const big = fill(webp.subarray(0, 12), Buffer.from('ABCD\0\0\0\0', 'latin1'))
  big.writeUInt32LE(size - 8, 4)
  const extents = Buffer.from(heic)
  const iloc = extents.indexOf('iloc')
  extents.fill(0, iloc + 8, iloc + 10) // places without any bytes
  extents.fill(0xff, iloc + 10, iloc + 40)
  const scan = jpeg.indexOf(Buffer.from([0xff, 0xda])) + 14
  return [
    ['image/jpeg', fill(jpeg.subarray(0, 2), 0xff)],
    ['image/jpeg', fill(jpeg.subarray(0, 2), Buffer.from([0xff, 0xe1, 0, 2]))],
    ['image/jpeg', fill(jpeg.subarray(0, scan), 0xff)],
    ['image/jpeg', fill(jpeg.subarray(0, scan), Buffer.from([0xff, 0xda, 0, 2]))],
    ['image/png', fill(png.subarray(0, 8), 0)],
    ['image/webp', big],
    ['image/heic', fill(heic.subarray(0, 40), Buffer.from('\0\0\0\x08free', 'latin1'))],
    ['image/heic', extents],
  ]
}

test('a hostile picture holds up nothing: beside reading its bytes once there is little to do', async () => {
  const pictures = await hostilePictures()
  // A measure of this machine: each byte is looked at once.
  const timeOf = (act: () => unknown) => {
    const began = performance.now()
    act()
    return performance.now() - began
  }
  const look = (bytes: Buffer) => {
    let sum = 0
    for (let at = 0; at < bytes.length; at++) sum += bytes[at] === 0xff ? 1 : 0
    return sum
  }
  for (const [type, bytes] of pictures) {
    withoutMetadata(bytes, type) // compiled
    const took = Math.min(...[1, 2, 3].map(() => timeOf(() => withoutMetadata(bytes, type))))
    const once = Math.max(...[1, 2, 3].map(() => timeOf(() => look(bytes))))
    assert.ok(took < 20 + once * 10, `${type}: ${took} ms, where looking at each byte takes ${once} ms`)
  }
})
