import { Fragment, type ReactNode } from 'react'
import { type FormatSegment, toBlocks } from '../../../src/base/format-blocks.ts'
import { type FormatRange, readMarks } from '../../../src/base/formatting.ts'
import { splitLinks } from '../../../src/base/links.ts'
import './formatted-text.css'

interface Props {
  text: string
  /** Undefined: the text is as typed, with marks. */
  formatting?: readonly FormatRange[] | undefined
}

/** A text with its bold and italic words, links and lists. */
export default function FormattedText({ text, formatting }: Props) {
  const shown = formatting ? { text, formatting } : readMarks(text)
  return (
    <div className="formatted" dir="auto">
      {toBlocks(shown.text, shown.formatting).map((block, i) => {
        const key = `${i}`
        if (block.kind === 'text') return <p key={key}>{block.segments.map(show)}</p>
        const items = block.items.map(({ number, segments }, j) => {
          const place = `${j}`
          return (
            <li key={place} {...(block.kind === 'numbers' && { value: number })}>
              {segments.map(show)}
            </li>
          )
        })
        return block.kind === 'bullets' ? <ul key={key}>{items}</ul> : <ol key={key}>{items}</ol>
      })}
    </div>
  )
}

function show({ text, isBold, isItalic, href }: FormatSegment, i: number): ReactNode {
  const words = href ? <Link href={href}>{text}</Link> : linked(text)
  const italic = isItalic ? <em>{words}</em> : words
  const key = `${i}`
  return <Fragment key={key}>{isBold ? <strong>{italic}</strong> : italic}</Fragment>
}

const linked = (text: string): ReactNode =>
  splitLinks(text).map(({ text, isLink }, i) => {
    const key = `${i}`
    return <Fragment key={key}>{isLink ? <Link href={text}>{text}</Link> : text}</Fragment>
  })

const Link = ({ href, children }: { href: string; children: string }) => (
  <a href={href} title={href} target="_blank" rel="noreferrer noopener">
    {children}
  </a>
)
