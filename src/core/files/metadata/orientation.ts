/** How a picture is turned for showing, by Exif: 1 is as it is stored, 2 to 8 are turned or mirrored. */
const ORIENTATION = 0x0112
const SHORT = 3

/** Reads the orientation of Exif data (a TIFF structure); 1 where there is none, or the data is broken. */
export function readOrientation(tiff: Buffer): number {
  if (tiff.length < 14) return 1
  const order = tiff.toString('latin1', 0, 2)
  if (order !== 'II' && order !== 'MM') return 1
  const short = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const directory = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (directory + 2 > tiff.length) return 1
  const count = short(directory)
  for (let i = 0; i < count; i++) {
    const at = directory + 2 + i * 12
    if (at + 12 > tiff.length) return 1
    if (short(at) !== ORIENTATION || short(at + 2) !== SHORT) continue
    const value = short(at + 8)
    return value >= 1 && value <= 8 ? value : 1
  }
  return 1
}

/** Exif data that has only the orientation. */
export function writeOrientation(orientation: number): Buffer {
  const tiff = Buffer.from('4d4d002a0000000800010112000300000001000000000000' + '0000', 'hex')
  tiff.writeUInt16BE(orientation, 18)
  return tiff
}
