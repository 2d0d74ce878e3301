import type { AnswerType, GuidanceDraft, GuidanceIntent, GuidanceStep } from '../../../../api/records.ts'
import { knownTeams } from '../../../../api/team/teams.ts'
import { t } from '../../../../base/texts.ts'

/** Guidance in plain words; its conditions are in condition-words.ts. */

export const INTENTS: Record<GuidanceIntent, string> = {
  order_status: t('Where an order is'),
  cancel: t('Cancel an order'),
  return: t('Return something'),
  refund: t('Get money back'),
  edit: t('Change an order'),
  product: t('Find a product'),
  size: t('Sizes'),
  stock: t('Availability'),
  discount: t('Discounts'),
}

export const ANSWERS: Record<AnswerType, string> = {
  text: t('Text'),
  number: t('Number'),
  date: t('Date'),
  email: t('Email address'),
  order_number: t('Order number'),
}

export const STEPS: Record<GuidanceStep['do'], string> = {
  say: t('Say a text'),
  article: t('Give an article'),
  answer: t('Answer as usual, with an instruction'),
  action: t('Run an own action'),
  tag: t('Add tags'),
  hand_off: t('Hand off'),
}

export function situationWords({ phrases, intents }: Pick<GuidanceDraft, 'phrases' | 'intents'>): string {
  const said = [...phrases.map((phrase) => `“${phrase}”`), ...intents.map((intent) => INTENTS[intent])]
  return said.length > 0 ? said.join(t(' or ')) : t('Every message')
}

export function stepWords(
  { do: act, text, instruction, tags }: GuidanceStep,
  { teamId }: Pick<GuidanceDraft['handOff'], 'teamId'>,
): string {
  const team = act === 'hand_off' && teamId !== null ? (teamName(teamId) ?? t('a former team')) : undefined
  const what = text?.text ?? instruction ?? tags?.join(', ') ?? team
  return what ? t('{0}: {1}', STEPS[act], what) : STEPS[act]
}

const teamName = (id: string) => knownTeams().find((team) => team.id === id)?.name
