import { useMemo } from 'preact/hooks'
import { type FormatSegment, toBlocks } from '../../../../src/base/format-blocks.ts'
import type { Message } from '../../../shared/records.ts'
import { Link, Words, webAddress } from '../words.tsx'

/** A member's text with its bold and italic words, links and lists. */
export function Formatted({ message: { text, formatting = [] } }: { message: Message }) {
  const blocks = useMemo(() => toBlocks(text, formatting), [text, formatting])
  return (
    <>
      {blocks.map((block, i) => {
        const key = `${i}`
        if (block.kind === 'text') return <p key={key}>{block.segments.map(show)}</p>
        const items = block.items.map(({ number, segments }, j) => {
          const place = `${j}`
          return (
            <li key={place} value={number || undefined}>
              {segments.map(show)}
            </li>
          )
        })
        return block.kind === 'bullets' ? <ul key={key}>{items}</ul> : <ol key={key}>{items}</ol>
      })}
    </>
  )
}

function show({ text, isBold, isItalic, href }: FormatSegment) {
  const address = href && webAddress(href)
  const words = address ? <Link href={address}>{text}</Link> : <Words text={text} />
  const italic = isItalic ? <em>{words}</em> : words
  return isBold ? <strong>{italic}</strong> : italic
}
