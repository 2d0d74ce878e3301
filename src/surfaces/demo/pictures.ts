import { nullPrototypeRecord } from '#base/null-prototype-record.ts'
import { drawShape } from './shapes.ts'

/** The catalogue's colour names as colours. */
const COLOURS: Record<string, string> = nullPrototypeRecord({
  moss: '#6b7f4a',
  ink: '#2c3e57',
  ember: '#c4573a',
  night: '#29324a',
  sand: '#c9ae84',
  oat: '#cdbb9c',
  pine: '#2f5d50',
  charcoal: '#4a4f55',
  rust: '#a9512f',
  'red check': '#a8433f',
  'green check': '#4c7355',
  slate: '#5b6b7a',
  olive: '#74764a',
  grey: '#868d94',
  clay: '#b5744f',
  cognac: '#8f5a34',
  stripe: '#7a8c8f',
  mustard: '#c99a2e',
  navy: '#2b3f66',
  black: '#3a3d42',
  lake: '#3f7186',
  ash: '#8d9190',
  yellow: '#d9ab2f',
  blue: '#3c6da3',
  lichen: '#98a05f',
  dusk: '#6d6489',
  cream: '#ded2b6',
  forest: '#33604a',
  steel: '#9aa5ad',
  graphite: '#51565d',
  white: '#d7dadb',
  teal: '#2f8080',
  heather: '#8a7590',
  poppy: '#cf4b3c',
  sky: '#6aa3c4',
})
const OTHER = '#7d8a7a'

/** A drawing of a product in one of its colours, on a landscape; an SVG document. */
export function drawProduct(title: string, colour: string | null): string {
  const fill = COLOURS[colour?.toLowerCase() ?? ''] ?? OTHER
  const palette = { fill, dark: mix(fill, '#1b2322', 0.42), light: mix(fill, '#fffaf0', 0.5) }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 240">
<rect width="240" height="240" fill="${mix(fill, '#f6f3ec', 0.86)}"/>
<path d="M0 178 L44 132 L78 164 L128 112 L178 160 L208 136 L240 164 V240 H0 Z" fill="${mix(fill, '#f1ede3', 0.74)}"/>
<path d="M0 206 Q60 184 120 204 T240 198 V240 H0 Z" fill="${mix(fill, '#ece7da', 0.64)}"/>
<ellipse cx="120" cy="208" rx="82" ry="9" fill="${mix(fill, '#3b403a', 0.5)}" opacity=".22"/>
${drawShape(title, palette)}
</svg>`
}

/** `share` of `b` in `a`; both as #rrggbb. */
function mix(a: string, b: string, share: number): string {
  const channel = (hex: string, i: number) => Number.parseInt(hex.slice(1 + i * 2, 3 + i * 2), 16)
  const mixed = [0, 1, 2].map((i) => Math.round(channel(a, i) * (1 - share) + channel(b, i) * share))
  return `#${mixed.map((n) => n.toString(16).padStart(2, '0')).join('')}`
}
