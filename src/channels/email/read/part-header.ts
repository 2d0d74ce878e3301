import { isUtf8 } from 'node:buffer'
import { MAIL_LIMITS } from './limits.ts'

/** The header of a part of a mail: what it says of its body, and how it is written again. */

export interface PartHeader {
  /** The fields as they stand, folded lines and line ends included. */
  fields: string[]
  type: string
  charset: string
  boundary: string
  encoding: string
  isFlowed: boolean
  isDelSp: boolean
  isAttachment: boolean
  hasName: boolean
}

/** Charsets in which a short text may be valid UTF-8 by chance. */
const DOUBLE_BYTE = /^(gb|big5|euc|shift|sjis|x-sjis|ms_kanji|windows-31j|windows-949|ks_c|iso-2022|hz|utf-?16|utf-?7)/i

export function readHeader(bytes: Buffer): PartHeader {
  const latin = fieldsOf(bytes.toString('latin1'))
  const contentType = headerValue(latin, 'content-type')
  const disposition = headerValue(latin, 'content-disposition')
  const parameters = parametersOf(contentType)
  const charset = parameters.get('charset') ?? ''
  return {
    fields: fieldsOf(isUtf8(bytes) ? bytes.toString('utf8') : decodeText(bytes, charset)),
    type: /^[\w.+-]{1,100}\/[\w.+-]{1,100}/.exec(contentType)?.[0].toLowerCase() ?? 'text/plain',
    charset,
    boundary: parameters.get('boundary') ?? '',
    encoding: headerValue(latin, 'content-transfer-encoding').toLowerCase(),
    isFlowed: parameters.get('format')?.toLowerCase() === 'flowed',
    isDelSp: parameters.get('delsp')?.toLowerCase() === 'yes',
    isAttachment: /^attachment/i.test(disposition),
    hasName: [...parameters.keys(), ...parametersOf(disposition).keys()].some((name) => /^(file)?name\b/.test(name)),
  }
}

function fieldsOf(text: string): string[] {
  const fields: string[] = []
  for (const line of text.split('\n')) {
    if (line === '') continue
    if (/^[ \t]/.test(line) && fields.length > 0) fields.push(`${fields.pop()}${line}\n`)
    else fields.push(`${line}\n`)
  }
  return fields
}

const isField = (field: string, name: string) => field.slice(0, name.length + 1).toLowerCase() === `${name}:`

function headerValue(fields: readonly string[], name: string): string {
  const field = fields.find((one) => isField(one, name)) ?? ''
  return field
    .slice(name.length + 1, MAIL_LIMITS.headerValue)
    .replaceAll(/[\r\n\t]/g, ' ')
    .trim()
}

/** Parameters behind the value of a field, by their names in lowercase. */
function parametersOf(value: string): Map<string, string> {
  const found = value.matchAll(/;[ ]{0,9}([\w*-]{1,40})[ ]{0,9}=[ ]{0,9}(?:"([^"]*)"|([^\s;"]+))/g)
  return new Map([...found].map(([, name, quoted, bare]) => [(name as string).toLowerCase(), quoted ?? bare ?? '']))
}

/** The header of a part as bytes, with the empty line; `type` and `more` take the place of fields that describe its body. */
export function headerWith({ fields }: PartHeader, type?: string, more = ''): Buffer {
  const replaced = [...(type ? ['content-type'] : []), ...(more ? ['content-transfer-encoding'] : [])]
  const kept = fields.filter((field) => !replaced.some((name) => isField(field, name))).join('')
  return Buffer.from(`${kept}${type ? `Content-Type: ${type}\r\n` : ''}${more}\r\n`)
}

/** The header of a file, which a text is only where its disposition says so. */
export function headerOfFile(header: PartHeader): Buffer {
  const isText = /^text\/(plain|html)$/.test(header.type) && !header.isAttachment
  const fields = isText
    ? header.fields.map((field) =>
        isField(field, 'content-disposition') ? field.replace(/inline/i, 'attachment') : field,
      )
    : header.fields
  const isNamed = fields.some((field) => isField(field, 'content-disposition'))
  const disposition = isText && !isNamed ? 'Content-Disposition: attachment\r\n' : ''
  return headerWith({ ...header, fields }, undefined, `${disposition}${BASE64}`)
}

export const BASE64 = 'Content-Transfer-Encoding: base64\r\n'

/** UTF-8 wherever the bytes are; otherwise what the part names, or western Europe's. */
export function decodeText(bytes: Uint8Array, charset: string): string {
  if (isUtf8(bytes) && !DOUBLE_BYTE.test(charset)) return Buffer.from(bytes).toString('utf8')
  try {
    return new TextDecoder(charset || 'windows-1252').decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
