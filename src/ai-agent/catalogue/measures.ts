import { nullPrototypeRecord } from '#base/null-prototype-record.ts'
/** Weights, lengths, volumes and the like, in one unit of each: grams, millimetres, millilitres, watts, milliampere-hours, gigabytes. */
export interface Measure {
  unit: 'g' | 'mm' | 'ml' | 'W' | 'mAh' | 'GB'
  value: number
  /** As it is written: "500 g". */
  text: string
}

const UNITS: Record<string, [Measure['unit'], number]> = nullPrototypeRecord({
  mg: ['g', 0.001],
  g: ['g', 1],
  gr: ['g', 1],
  gramm: ['g', 1],
  grams: ['g', 1],
  kg: ['g', 1000],
  kilo: ['g', 1000],
  oz: ['g', 28.3495],
  lb: ['g', 453.592],
  lbs: ['g', 453.592],
  mm: ['mm', 1],
  cm: ['mm', 10],
  m: ['mm', 1000],
  meter: ['mm', 1000],
  metros: ['mm', 1000],
  metri: ['mm', 1000],
  inch: ['mm', 25.4],
  inches: ['mm', 25.4],
  zoll: ['mm', 25.4],
  pouces: ['mm', 25.4],
  pulgadas: ['mm', 25.4],
  pollici: ['mm', 25.4],
  polegadas: ['mm', 25.4],
  インチ: ['mm', 25.4],
  ml: ['ml', 1],
  cl: ['ml', 10],
  l: ['ml', 1000],
  liter: ['ml', 1000],
  litre: ['ml', 1000],
  litros: ['ml', 1000],
  litri: ['ml', 1000],
  w: ['W', 1],
  watt: ['W', 1],
  mah: ['mAh', 1],
  gb: ['GB', 1],
  go: ['GB', 1],
  tb: ['GB', 1000],
  to: ['GB', 1000],
})
const NUMBER_WITH_UNIT = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,])(\d{1,3}(?:[., ]\d{3}){1,2}|\d{1,7}(?:[.,]\d{1,2})?)[ -]?(${Object.keys(UNITS)
    .toSorted((a, b) => b.length - a.length)
    .join('|')})(?![\p{L}\p{N}])`,
  'giu',
)

/** The measures that a text states. */
export function readMeasures(text: string): Measure[] {
  return [...text.matchAll(NUMBER_WITH_UNIT)].flatMap(([written, number = '', name = '']) => {
    const known = UNITS[name.toLowerCase()]
    if (!known) return [] // matched by a letter that is no other's lower case, such as ſ
    const [unit, factor] = known
    const isGrouped = /^\d{1,3}(?:[., ]\d{3})+$/.test(number)
    const value = Number(isGrouped ? number.replace(/[., ]/g, '') : number.replace(',', '.'))
    return { unit, value: value * factor, text: written.trim() }
  })
}

/** How far two measures may differ that are written in different units. */
const ROUNDED = 0.02

export const isSameMeasure = (a: Measure, b: Measure): boolean =>
  a.unit === b.unit && Math.abs(a.value - b.value) <= ROUNDED * Math.max(a.value, b.value)
