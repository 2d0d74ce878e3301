/**
 * A text of `format=flowed` with its paragraphs on one line each (RFC 3676): a line that ends with a space goes on in the next
 * one of the same depth of quotes. `isDelSp`: the space itself is left out.
 */
export function joinFlowedLines(text: string, isDelSp: boolean): string {
  const lines: string[] = []
  let openDepth: number | null = null
  for (const line of text.split('\n')) {
    const depth = (/^>*/.exec(line) as RegExpExecArray)[0].length
    // A line that began with a space or a ">" of its own was sent with a space before it.
    const words = line.slice(depth).replace(/^ /, '')
    if (openDepth === depth && words !== '-- ') lines.push(`${lines.pop()}${words}`)
    else lines.push(`${depth > 0 ? `${'>'.repeat(depth)} ` : ''}${words}`)
    const goesOn = words.endsWith(' ') && words !== '-- '
    openDepth = goesOn ? depth : null
    if (goesOn && isDelSp) lines.push((lines.pop() as string).slice(0, -1))
  }
  return lines.join('\n')
}
