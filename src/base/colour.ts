/** The luminance on which black and white have the same contrast: (EVEN + 0.05)² = 1.05 × 0.05. */
const EVEN = 0.179129

/** Black or white, whichever reads better on a colour of six hex digits (WCAG 2 contrast). */
export function textOn(color: string): '#000' | '#fff' {
  return luminance(color) > EVEN ? '#000' : '#fff'
}

export const isColour = (value: unknown): value is string => typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value)

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)]
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05)
}

/** The store's colour as text on a background: moved towards black or white until it reads (4.5 to 1, or `least`). */
export function readable(color: string, background: string, least = 4.6): string {
  const towards = luminance(background) > 0.4 ? 0 : 255
  for (let share = 0; share <= 1; share += 0.05) {
    const mixed = mix(color, towards, share)
    if (contrast(mixed, background) >= least) return mixed
  }
  return towards === 0 ? '#000000' : '#ffffff'
}

function mix(color: string, towards: number, share: number): string {
  const parts = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16)
    return Math.round(part + (towards - part) * share)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${parts.join('')}`
}
