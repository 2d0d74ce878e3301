/** A piece of a structured header (RFC 5322, 3.2.2 and 3.2.4): comments without their brackets, strings without quotes. */
export interface Piece {
  kind: 'text' | 'string' | 'comment'
  text: string
}

const CLOSING = { text: '', string: '"', comment: ')' }

/**
 * The pieces of a structured header in order, in time by its length; null where it is malformed: a comment or a string
 * that is not closed, a bracket that closes nothing, or a backslash at the end. Comments may be nested; a backslash takes
 * the next character as it is, in comments and strings.
 */
export function readPieces(value: string): Piece[] | null {
  const pieces: Piece[] = []
  let kind: Piece['kind'] = 'text'
  let text = ''
  let depth = 0
  const end = () => {
    if (text !== '' || kind !== 'text') pieces.push({ kind, text })
    text = ''
  }
  for (let at = 0; at < value.length; at++) {
    const char = value[at] as string
    if (kind === 'text') {
      if (char === ')') return null
      if (char !== '(' && char !== '"') text += char
      else {
        end()
        kind = char === '"' ? 'string' : 'comment'
        depth = 1
      }
    } else if (char === '\\') {
      at++
      if (at === value.length) return null
      text += value[at]
    } else if (char === CLOSING[kind] && --depth === 0) {
      end()
      kind = 'text'
    } else {
      if (kind === 'comment' && char === '(') depth++
      text += char
    }
  }
  if (kind !== 'text') return null
  end()
  return pieces
}
