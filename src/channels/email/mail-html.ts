import { escapeHtml } from '#base/escape-html.ts'
import { type FormatSegment, toBlocks } from '#base/format-blocks.ts'
import type { FormatRange } from '#base/formatting.ts'
import { splitLinks } from '#base/links.ts'

/** The HTML part of mails, made of plain texts and formatting: HTML from elsewhere never enters it. */

export interface MailBody {
  text: string
  /** What of the text is formatted. */
  formatting?: readonly FormatRange[]
  /** Stands below a line. */
  signature?: string | null
  /** A forwarded message, below both. */
  quote?: string | null
  look?: MailLook | null
}

/** A store's own look. */
export interface MailLook {
  storeName: string
  /** An address of the web; null for none. */
  logoUrl: string | null
  /** Colour of links and of the line above the mail: six hex digits that read on white; null for none. */
  color: string | null
  /** Stands at the end, such as the store's address; null for none. */
  footer: string | null
}

/** Addresses of the web become links; the signature stands below a line, and what is forwarded below both. */
export function mailHtml({ text, formatting = [], signature, quote, look }: MailBody): string {
  const below = signature ? `\n<div style="color: #666">\n<p>-- </p>\n${paragraphsOf(signature)}\n</div>` : ''
  const quoted = quote ? `\n<div>\n${paragraphsOf(quote)}\n</div>` : ''
  const above = text ? formattedHtml(text, formatting) : ''
  const words = `${above}${below}${quoted}`
  const shown = look ? withLook(words, look) : words
  return `<div dir="auto" style="font-family: sans-serif; font-size: 14px; line-height: 1.5">\n${shown}\n</div>`
}

const LOGO_HEIGHT = 40

/** Mail programs read styles on elements alone. No background is set: a dark look would not fit it. */
function withLook(html: string, { storeName, logoUrl, color, footer }: MailLook): string {
  const logo = logoUrl
    ? `<img src="${escapeHtml(logoUrl)}" alt="${escapeHtml(storeName)}" height="${LOGO_HEIGHT}" style="height: ${LOGO_HEIGHT}px; max-width: 240px; border: 0">`
    : ''
  const line = color ? `border-top: 4px solid ${color}; ` : ''
  const head = logo || line ? `<div style="${line}padding: 12px 0">${logo}</div>\n` : ''
  const body = color ? html.replaceAll('<a href=', `<a style="color: ${color}" href=`) : html
  const foot = footer
    ? `\n<div style="margin-top: 24px; border-top: 1px solid #d0d0d0; font-size: 12px; color: #595959">\n${paragraphsOf(footer)}\n</div>`
    : ''
  return `${head}${body}${foot}`
}

const LINE_ENDS = /\r\n?/g

function formattedHtml(text: string, formatting: readonly FormatRange[]): string {
  if (formatting.length === 0) return paragraphsOf(text)
  const parts: string[] = []
  for (const block of toBlocks(text, formatting)) {
    if (block.kind === 'text') {
      const html = block.segments.map(segmentHtml).join('')
      parts.push(...html.split(/\n{2,}/).map(paragraphOf))
      continue
    }
    const tag = block.kind === 'bullets' ? 'ul' : 'ol'
    const items = block.items.map(({ number, segments }) => {
      const value = block.kind === 'numbers' ? ` value="${number}"` : ''
      return `<li${value}>${segments.map(segmentHtml).join('')}</li>`
    })
    parts.push(`<${tag}>\n${items.join('\n')}\n</${tag}>`)
  }
  return parts.filter(Boolean).join('\n')
}

function segmentHtml({ text, isBold, isItalic, href }: FormatSegment): string {
  const words = href ? `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>` : linked(text.replace(LINE_ENDS, '\n'))
  const italic = isItalic ? `<em>${words}</em>` : words
  return isBold ? `<strong>${italic}</strong>` : italic
}

function paragraphsOf(text: string): string {
  return text
    .replace(LINE_ENDS, '\n')
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${linked(paragraph).replaceAll('\n', '<br>\n')}</p>`)
    .join('\n')
}

/** Line breaks beside a list are the list's own. */
function paragraphOf(html: string): string {
  const trimmed = html.replace(/^\n|\n$/g, '')
  return trimmed && `<p>${trimmed.replaceAll('\n', '<br>\n')}</p>`
}

function linked(text: string): string {
  return splitLinks(text)
    .map((part) => ({ ...part, html: escapeHtml(part.text) }))
    .map(({ html, isLink }) => (isLink ? `<a href="${html}">${html}</a>` : html))
    .join('')
}
