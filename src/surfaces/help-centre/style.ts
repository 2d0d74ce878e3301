import { readFile } from 'node:fs/promises'
import { contrast, isColour, readable, textOn } from '#base/colour.ts'
import { once } from '#surfaces/http/made-file.ts'

const readStyles = once(() => readFile(new URL('browser/help.css', import.meta.url), 'utf8'))

/** Grounds that links stand on, in light and in dark. */
const GROUNDS = { light: '#f5f6f8', dark: '#1d2126' }
const FALLBACK = '#1f57c8'

/** The styles of a store's pages: its colour, moved until it reads. */
export async function styleOf(color: string): Promise<string> {
  const brand = isColour(color) ? color : FALLBACK
  const [light, dark] = [readable(brand, GROUNDS.light), readable(brand, GROUNDS.dark)]
  const on = contrast(textOn(brand), brand) >= 4.5 ? textOn(brand) : '#000'
  return `:root{--brand:${brand};--on-brand:${on};--link:light-dark(${light},${dark})}\n${await readStyles()}`
}
