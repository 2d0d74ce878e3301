import { type CallExpression, type NewExpression, parseSync, Visitor } from 'oxc-parser'

/** A regular expression in a source file. */
export interface FoundPattern {
  path: string
  /** As it is written, on one line: a literal with its flags, `new RegExp(…)`, or `pattern: '…'` of a schema. */
  written: string
  /** Null where it is built at run time. */
  regex: { source: string; flags: string } | null
}

/** Finds all regular expressions of a file: literals, calls of RegExp, and the `pattern` of schemas, which run with the flag u. */
export function findPatterns({ path, text }: { path: string; text: string }): FoundPattern[] {
  const { program, errors } = parseSync(path, text)
  if (errors[0]) throw new Error(`${path} cannot be parsed: ${errors[0].message}`)
  const found: FoundPattern[] = []
  const at = ({ start, end }: { start: number; end: number }) => text.slice(start, end).replace(/\s+/g, ' ')
  const addCall = (node: CallExpression | NewExpression) => {
    if (node.callee.type !== 'Identifier' || node.callee.name !== 'RegExp') return
    found.push({ path, written: at(node), regex: null })
  }
  new Visitor({
    Literal(node) {
      if (!('regex' in node) || !node.regex) return
      const { pattern: source, flags } = node.regex
      found.push({ path, written: `/${source}/${flags}`, regex: { source, flags } })
    },
    NewExpression: addCall,
    CallExpression: addCall,
    Property({ key, value }) {
      if (key.type !== 'Identifier' || key.name !== 'pattern') return
      if (value.type !== 'Literal' || typeof value.value !== 'string') return
      found.push({ path, written: `pattern: ${at(value)}`, regex: { source: value.value, flags: 'u' } })
    },
  }).visit(program)
  return found
}
