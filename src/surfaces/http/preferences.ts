/** What a client prefers, as Accept and Accept-Language say it. */

/** Parts of a header that are read; more are nobody's preference. */
const PARTS_MAX = 50

/** A value that a client takes, with its weight from 0 to 1. */
interface Preference {
  /** In lower case. */
  value: string
  weight: number
}

/** Values by weight, those of one weight in the order sent; what is refused (`q=0`) has a weight of 0. */
function readPreferences(header: string | undefined): Preference[] {
  const parts = (header ?? '').split(',').slice(0, PARTS_MAX)
  const preferences = parts.flatMap((part) => {
    const [value = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    const q = parameters.find((parameter) => parameter.startsWith('q='))
    const weight = q === undefined ? 1 : Number(q.slice(2))
    return value === '' || !(weight >= 0 && weight <= 1) ? [] : [{ value, weight }]
  })
  return preferences.sort((a, b) => b.weight - a.weight)
}

/** The weight of a media type: as it is named, or by `text/*` and the like. `named`: what other types stand for counts not. */
function weightOf(preferences: Preference[], type: string, named: boolean): number {
  const find = (value: string) => preferences.find((one) => one.value === value)?.weight
  const exact = find(type)
  if (exact !== undefined || named) return exact ?? 0
  return find(`${type.split('/')[0]}/*`) ?? find('*/*') ?? 0
}

/** Whether a client would rather have `type`, which it names, than HTML. */
export function prefersToHtml(accept: string | undefined, type: string): boolean {
  const preferences = readPreferences(accept)
  const weight = weightOf(preferences, type, true)
  return weight > 0 && weight > weightOf(preferences, 'text/html', false)
}

/** Whether a client names JSON, and HTML no rather. */
export function asksForJson(accept: string | undefined): boolean {
  const preferences = readPreferences(accept)
  const weight = weightOf(preferences, 'application/json', true)
  return weight > 0 && weight >= weightOf(preferences, 'text/html', true)
}

/** The one of some languages that a client prefers: its tag, or its language alone; the first where it wants none of them. */
export function chooseLanguage(acceptLanguage: string | undefined, tags: readonly string[]): string {
  const [first = 'en'] = tags
  for (const { value, weight } of readPreferences(acceptLanguage)) {
    if (weight === 0) continue
    if (value === '*') return first
    const language = value.split('-')[0]
    const found =
      tags.find((tag) => tag.toLowerCase() === value) ??
      tags.find((tag) => tag.toLowerCase() === language) ??
      tags.find((tag) => tag.toLowerCase().split('-')[0] === language)
    if (found !== undefined) return found
  }
  return first
}
