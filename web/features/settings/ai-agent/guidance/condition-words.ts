import type { GuidanceCondition } from '../../../../api/records.ts'
import { knownSegments } from '../../../../api/segments.ts'
import { LANGUAGES } from '../../../../api/team/teams.ts'
import { t } from '../../../../base/texts.ts'
import { CHANNELS } from '../../../../live/views.ts'
import { languageName } from '../../../../ui/ai-agent/words.ts'

/** Conditions of guidance in plain words. */

export const CONDITIONS: Record<GuidanceCondition['about'], string> = {
  channel: t('Channel'),
  language: t('Language'),
  hours: t('Opening hours'),
  words: t('Text in the message'),
  tags: t('Tags'),
  contact: t('Contact'),
  signed_in: t('Signed in at the shop'),
  contact_tags: t('Tags of the contact'),
  attribute: t('Attribute'),
  segment: t('Segment of the contact'),
  order: t('State of their order'),
  page: t('Address of the page'),
}

export const LANGUAGE_NAMES = Object.fromEntries(LANGUAGES.map((one) => [one, languageName(one)]))

const CHOICES: Partial<Record<GuidanceCondition['about'], Record<string, string>>> = {
  channel: CHANNELS,
  language: LANGUAGE_NAMES,
  hours: { open: t('Within opening hours'), closed: t('Outside opening hours') },
  contact: { customer: t('Signed in at the shop'), guest: t('Guest with an email'), anonymous: t('Anonymous') },
  signed_in: { yes: t('Yes'), no: t('No') },
}

/** Choices of a condition, including the store's own; undefined where any text will do. */
export const choicesOf = (about: GuidanceCondition['about']): Record<string, string> | undefined =>
  about === 'segment' ? Object.fromEntries(knownSegments().map(({ id, name }) => [id, name])) : CHOICES[about]

export function conditionWords({ about, name, not, values }: GuidanceCondition): string {
  const choices = choicesOf(about)
  const named = values.map((value) => choices?.[value] ?? value).join(t(' or '))
  const what = name === undefined ? CONDITIONS[about] : t('{0}: {1}', CONDITIONS[about], name)
  return not ? t('{0}: not {1}', what, named) : t('{0}: {1}', what, named)
}
