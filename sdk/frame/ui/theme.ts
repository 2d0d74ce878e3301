import { contrast, readable, textOn } from '../../../src/base/colour.ts'
import type { Theme } from '../../shared/records.ts'

const darkness = matchMedia('(prefers-color-scheme: dark)')
let current: Theme | undefined

/** Letters that devices have: none is fetched. */
const FONTS = {
  serif: 'ui-serif,Georgia,"Noto Serif","Times New Roman",serif',
  rounded:
    'ui-rounded,"SF Pro Rounded","Hiragino Maru Gothic ProN","Arial Rounded MT Bold",Nunito,system-ui,sans-serif',
  mono: 'ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace',
}

/** The store's letters and its colour, and what reads upon it and beside it, as custom properties. */
export function applyTheme(theme: Theme, pageFont = ''): void {
  current = theme
  const { font = 'system' } = theme
  const families = font === 'page' ? pageFont && `${pageFont},system-ui,sans-serif` : FONTS[font as keyof typeof FONTS]
  if (families) document.documentElement.style.setProperty('--font', families)
  const isDark = theme.darkMode === 'dark' || (theme.darkMode === 'auto' && darkness.matches)
  const { style, dataset } = document.documentElement
  dataset.dark = String(isDark)
  style.colorScheme = isDark ? 'dark' : 'light'
  style.setProperty('--brand', theme.color)
  style.setProperty('--on-brand', textOn(theme.color))
  // A line around what is filled with the colour, where that can hardly be told from the panel (WCAG 1.4.11).
  const panel = isDark ? '#1b1e22' : '#ffffff'
  const isFaint = contrast(theme.color, panel) < 3
  style.setProperty('--edge', isFaint ? readable(theme.color, panel, 3.1) : 'transparent')
  style.setProperty('--brand-text', readable(theme.color, isDark ? '#24282e' : '#f4f5f7'))
}

darkness.addEventListener('change', () => current && applyTheme(current))
