/** The theme: light, dark, or the system's. */

const KEY = 'parley-theme'
const THEMES = ['auto', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

export function currentTheme(): Theme {
  const kept = localStorage.getItem(KEY)
  return THEMES.find((theme) => theme === kept) ?? 'auto'
}

export function setTheme(theme: Theme): void {
  localStorage.setItem(KEY, theme)
  apply()
}

export function cycleTheme(): void {
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches
  const now = currentTheme()
  setTheme(now === 'auto' ? (isDark ? 'light' : 'dark') : now === 'light' ? 'dark' : 'light')
}

export function apply(): void {
  const theme = currentTheme()
  if (theme === 'auto') document.documentElement.removeAttribute('data-theme')
  else document.documentElement.dataset.theme = theme
}
