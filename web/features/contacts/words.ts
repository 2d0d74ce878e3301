import type { ContactCount, MemberContact, SegmentCondition, SegmentConditionKind } from '../../api/records.ts'
import { SEGMENTS_MAX } from '../../base/limits.ts'
import { price } from '../../base/money.ts'
import { t } from '../../base/texts.ts'
import { inbox } from '../../live/state.ts'
import { CHANNELS } from '../../live/views.ts'

/** Contacts and what segments are made of, in plain words. */

export const KINDS: Record<MemberContact['type'], string> = {
  customer: t('Customer'),
  guest: t('Guest'),
  anonymous: t('Visitor'),
}

export const CONDITIONS: Record<SegmentConditionKind, string> = {
  orders: t('Orders'),
  spent: t('Total spent'),
  type: t('Kind of contact'),
  wrote: t('Wrote last'),
  created: t('Known since'),
  email: t('Email address'),
  domain: t('Email domain'),
  phone: t('Phone number'),
  country: t('Country'),
  channel: t('Channel'),
  tag: t('Tag from the shop'),
  blocked: t('Blocked'),
}

/** What conditions of each kind are told, as the service has it (core/segments/segment.ts). */
const PARTS = { orders: 'range', spent: 'range', wrote: 'days', created: 'days' } as const
const NOTHING = ['email', 'phone', 'blocked']
export const partOf = (about: SegmentConditionKind): 'range' | 'days' | 'values' | 'nothing' =>
  NOTHING.includes(about) ? 'nothing' : ((PARTS as Record<string, 'range' | 'days'>)[about] ?? 'values')

/** The values of kinds that have a few. */
export const CHOICES: Partial<Record<SegmentConditionKind, Record<string, string>>> = {
  type: KINDS,
  channel: CHANNELS,
}

/** The two sides of each sort of condition: as it is, and reversed. */
export function sidesOf(about: SegmentConditionKind): [string, string] {
  if (about === 'blocked') return [t('Yes'), t('No')]
  const sides = {
    range: [t('is'), t('is not')],
    days: [t('in the last'), t('not in the last')],
    values: [t('any of'), t('none of')],
    nothing: [t('is known'), t('is not known')],
  } as const
  return [...sides[partOf(about)]]
}

/** A condition as it begins in the editor. */
export function newCondition(about: SegmentConditionKind): SegmentCondition {
  const part = partOf(about)
  if (part === 'range') return { about, not: false, atLeast: 1 }
  if (part === 'days') return { about, not: false, days: 30 }
  return part === 'values' ? { about, not: false, values: [] } : { about, not: false }
}

/** Whether a condition has all that it needs. */
export function isWhole({ about, values, atLeast, atMost, days }: SegmentCondition): boolean {
  const part = partOf(about)
  if (part === 'range') return (atLeast ?? atMost) !== undefined
  if (part === 'days') return days !== undefined
  return part === 'nothing' || (values?.length ?? 0) > 0
}

export function conditionWords(condition: SegmentCondition): string {
  const { about, not, values = [], days = 0 } = condition
  if (about === 'wrote')
    return not
      ? t('Has not written for {0} day|Has not written for {0} days', days)
      : t('Wrote in the last {0} day|Wrote in the last {0} days', days)
  if (about === 'created')
    return not
      ? t('Known for over {0} day|Known for over {0} days', days)
      : t('Known for less than {0} day|Known for less than {0} days', days)
  if (about === 'email') return not ? t('Has no email address') : t('Has an email address')
  if (about === 'phone') return not ? t('Has no phone number') : t('Has a phone number')
  if (about === 'blocked') return not ? t('Is not blocked') : t('Is blocked')
  const what =
    partOf(about) === 'range'
      ? rangeWords(condition)
      : values.map((value) => CHOICES[about]?.[value] ?? value).join(t(' or '))
  return not ? t('{0}: not {1}', CONDITIONS[about], what) : t('{0}: {1}', CONDITIONS[about], what)
}

function rangeWords({ about, atLeast, atMost }: SegmentCondition): string {
  const written = about === 'spent' ? amount : number
  if (atMost === undefined) return t('{0} or more', written(atLeast ?? 0))
  return atLeast === undefined ? t('at most {0}', written(atMost)) : t('{0} to {1}', written(atLeast), written(atMost))
}

const format = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 })
export const number = (value: number) => format.format(value)

const amounts = new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
/** What was spent in all, in the store's currency; a bare number where the store has no products to know it by. */
export function amount(value: number): string {
  const { currency } = inbox.get().me.store
  return currency ? price(String(value), currency) : amounts.format(value)
}

/** 10,000+ where there are as many as are counted, or only the newest contacts were. */
export const countWords = ({ count, isWhole: isAll }: ContactCount) =>
  `${number(count)}${count >= SEGMENTS_MAX.counted || !isAll ? '+' : ''}`

export const nameOf = ({
  name,
  email,
  isRedacted = false,
}: {
  name: string | null
  email: string | null
  isRedacted?: boolean
}) => (isRedacted ? t('Redacted') : name || email || t('Visitor'))
