import { checkText } from '#core/checks.ts'
import { invalidParams } from '#core/errors.ts'
import { SEGMENTS_MAX } from '#core/limits.ts'
import { CONDITION_PARTS, SEGMENT_VALUES, type SegmentCondition } from './segment.ts'

/** The parts that each sort of condition takes. */
const PARTS = { range: ['atLeast', 'atMost'], days: ['days'], values: ['values'], nothing: [] } as const
const ALL = ['atLeast', 'atMost', 'days', 'values'] as const

/**
 * Conditions as they are kept: what the schema cannot say is checked, values are written as contacts have them. INVALID_PARAMS
 * names the part.
 */
export function toConditions(given: readonly SegmentCondition[]): SegmentCondition[] {
  return given.map((condition, i) => {
    const where = `conditions[${i}]`
    checkParts(condition, where)
    const values = condition.values?.map((value) => toValue(condition.about, value, `${where}.values`))
    return { ...condition, ...(values && { values: [...new Set(values)] }) }
  })
}

function checkParts({ about, values, atLeast, atMost, ...more }: SegmentCondition, where: string): void {
  const takes: readonly string[] = PARTS[CONDITION_PARTS[about]]
  const given = { values, atLeast, atMost, ...more }
  const foreign = ALL.find((part) => given[part] !== undefined && !takes.includes(part))
  if (foreign) throw invalidParams(`${where}.${foreign} does not belong to ${about}.`)
  if (takes.length > 0 && takes.every((part) => given[part as (typeof ALL)[number]] === undefined)) {
    throw invalidParams(`${where}.${takes.join(' or ')} is missing for ${about}.`)
  }
  if (values?.length === 0) throw invalidParams(`${where}.values must hold at least one value.`)
  if (atLeast !== undefined && atMost !== undefined && atLeast > atMost) {
    throw invalidParams(`${where}.atLeast is more than atMost.`)
  }
  if (about === 'orders' && ![atLeast ?? 0, atMost ?? 0].every(Number.isInteger)) {
    throw invalidParams(`${where}: orders are whole numbers.`)
  }
}

function toValue(about: SegmentCondition['about'], given: string, where: string): string {
  checkText(given, SEGMENTS_MAX.value, where)
  const allowed = SEGMENT_VALUES[about]
  if (allowed && !allowed.includes(given)) throw invalidParams(`${where}: ${about} is one of ${allowed.join(', ')}.`)
  if (about === 'tag') return given
  const value = given.trim()
  if (about === 'country') {
    if (!/^[a-z]{2}$/i.test(value)) throw invalidParams(`${where}: a country has two letters, such as DE.`)
    return value.toUpperCase()
  }
  if (about !== 'domain') return value
  const domain = value.replace(/^@/, '').toLowerCase()
  if (!/^[^\s@]+$/.test(domain)) throw invalidParams(`${where}: a domain is what follows the @, such as example.com.`)
  return domain
}
