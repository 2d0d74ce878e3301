import type { Plugin } from 'vite'

const ROOT_PX = 16
/** Thinner ones are lines: they stay as thin as they are. */
const LINE_PX = 2

const inUnit = (css: string, unit: string) =>
  css.replace(/(?<![\w#-])(-?\d*\.?\d+)px\b/g, (length, px: string) =>
    Math.abs(Number(px)) <= LINE_PX ? length : `${+(Number(px) / ROOT_PX).toFixed(4)}${unit}`,
  )

/**
 * Lengths are written in pixels, and built relative to the size of text that the reader has chosen in the browser: a reader who
 * has it at 200 % sees everything twice as large, and at what width the page is laid out otherwise goes by it, too.
 */
export function toRelative(css: string): string {
  return css
    .split(/(@media[^{]*)/)
    .map((part) => (part.startsWith('@media') ? inUnit(part, 'em') : inUnit(part, 'rem')))
    .join('')
}

export function relativeLengths(): Plugin {
  return {
    name: 'relative-lengths',
    enforce: 'pre',
    transform: { filter: { id: /\.css$/ }, handler: (css) => toRelative(css) },
  }
}
