/** The bytes of a part's body, by its transfer encoding. */
export function decodePart(body: Buffer, encoding: string): Buffer {
  if (encoding.startsWith('base64')) return fromBase64(body.toString('latin1'))
  if (encoding.startsWith('quoted-printable')) return fromQuotedPrintable(body)
  if (/^(x-)?uu(encode|e)?\b/.test(encoding)) return uuencodedFiles(body.toString('latin1'))[0]?.bytes ?? body
  return body
}

/** Some programs pad each line, and Node's decoder ends at the first padding: then line by line. */
function fromBase64(text: string): Buffer {
  const padding = text.indexOf('=')
  if (padding < 0 || /^[=\s]*$/.test(text.slice(padding, padding + 100))) return Buffer.from(text, 'base64')
  return Buffer.concat(text.split('\n').map((line) => Buffer.from(line, 'base64')))
}

const [TAB, LF, CR, SPACE, EQUALS] = [0x09, 0x0a, 0x0d, 0x20, 0x3d]

function fromQuotedPrintable(body: Buffer): Buffer {
  const decoded = Buffer.alloc(body.length)
  let length = 0
  /** Length without white space at the end of the line, which counts only if it is encoded. */
  let solid = 0
  for (let at = 0; at < body.length; at++) {
    const byte = body[at] as number
    const lineEnd = body[at] === CR && body[at + 1] === LF ? at + 1 : at
    if (byte === EQUALS) {
      const hex = body.toString('latin1', at + 1, at + 3)
      if (/^[\dA-F]{2}$/i.test(hex)) {
        decoded[length++] = Number.parseInt(hex, 16)
        solid = length
        at += 2
        continue
      }
      // A line that goes on.
      if (body[at + 1] === LF || (body[at + 1] === CR && body[at + 2] === LF)) {
        at += body[at + 1] === LF ? 1 : 2
        continue
      }
    }
    if (body[lineEnd] === LF) {
      length = solid
      length += body.copy(decoded, length, at, lineEnd + 1)
      at = lineEnd
    } else decoded[length++] = byte
    if (byte !== SPACE && byte !== TAB) solid = length
  }
  return decoded.subarray(0, length)
}

export interface UuencodedFile {
  name: string
  bytes: Buffer
  /** The lines from "begin" to "end". */
  source: string
}

const BEGIN = /^begin [0-7]{3,4} ([^\r\n]{1,255})$/
const LINE = /^[!-`][ -`]*$/

/** Files that older programs wrote into a text: lines from "begin 644 note.txt" to "end". */
export function uuencodedFiles(text: string): UuencodedFile[] {
  const files: UuencodedFile[] = []
  const lines = text.split('\n')
  for (let at = 0; at < lines.length; at++) {
    const name = BEGIN.exec((lines[at] as string).trimEnd())?.[1]
    if (name === undefined) continue
    let end = at + 1
    while (end < lines.length && LINE.test((lines[end] as string).trimEnd()) && lines[end]?.trimEnd() !== 'end') end++
    if (lines[end]?.trimEnd() !== 'end') continue
    const bytes = Buffer.concat(lines.slice(at + 1, end).map((line) => fromUuencodedLine(line.replace(/\r$/, ''))))
    files.push({ name, bytes, source: lines.slice(at, end + 1).join('\n') })
    at = end
  }
  return files
}

function fromUuencodedLine(line: string): Buffer {
  const value = (at: number) => ((line.charCodeAt(at) || 0x20) - 0x20) & 0x3f
  const length = line === '' ? 0 : value(0)
  const bytes: number[] = []
  for (let at = 1; bytes.length < length; at += 4) {
    const [a, b, c, d] = [value(at), value(at + 1), value(at + 2), value(at + 3)] as const
    bytes.push((a << 2) | (b >> 4), ((b & 15) << 4) | (c >> 2), ((c & 3) << 6) | d)
  }
  return Buffer.from(bytes.slice(0, length))
}
