import { readFile } from 'node:fs/promises'
import { isColour, readable, textOn } from '#base/colour.ts'
import { once } from '#surfaces/http/made-file.ts'

const read = (name: string) => readFile(new URL(`browser/${name}`, import.meta.url), 'utf8')
const readStyles = once(async () => (await Promise.all([read('help.css'), read('article.css')])).join('\n'))

/** Grounds that links stand on, in light and in dark. */
const GROUNDS = { light: '#f5f6f8', dark: '#1d2126' }
const FALLBACK = '#1f57c8'

/** The styles of a store's pages: its colour, moved until it reads. */
export async function styleOf(color: string): Promise<string> {
  const brand = isColour(color) ? color : FALLBACK
  const [light, dark] = [readable(brand, GROUNDS.light), readable(brand, GROUNDS.dark)]
  return `:root{--brand:${brand};--on-brand:${textOn(brand)};--link:light-dark(${light},${dark})}\n${await readStyles()}`
}

/** The icon of a store's pages in tabs: a question mark on its colour. */
export function iconOf(color: string): string {
  const brand = isColour(color) ? color : FALLBACK
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${brand}"/><path d="M11.5 12.5a4.5 4.5 0 1 1 6.6 4c-1.4.8-2.1 1.6-2.1 3.3" fill="none" stroke="${textOn(brand)}" stroke-width="3" stroke-linecap="round"/><circle cx="16" cy="24.5" r="2" fill="${textOn(brand)}"/></svg>`
}
