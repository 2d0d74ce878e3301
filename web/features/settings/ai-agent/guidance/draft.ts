import type {
  GuidanceCondition,
  GuidanceDraft,
  GuidanceQuestion,
  GuidanceRecord,
  GuidanceStep,
} from '../../../../api/records.ts'
import { t } from '../../../../base/texts.ts'

/** Guidance while it is edited: its rows have keys, so that each keeps what was typed into it. */
export interface EditedGuidance extends Omit<GuidanceDraft, 'conditions' | 'questions' | 'steps'> {
  conditions: Keyed<GuidanceCondition>[]
  questions: Keyed<GuidanceQuestion>[]
  steps: Keyed<GuidanceStep>[]
}
export type Keyed<T> = T & { key: number }

let last = 0
export const keyed = <T extends object>(row: T): Keyed<T> => ({ ...row, key: ++last })
const bare = <T extends { key: number }>({ key: _, ...row }: T) => row

export function toEdited(given: GuidanceDraft | GuidanceRecord): EditedGuidance {
  const { name, isOn, language, phrases, intents, match, conditions, questions, steps, handOff } = given
  const rows = { conditions: conditions.map(keyed), questions: questions.map(keyed), steps: steps.map(keyed) }
  return { name, isOn, language, phrases, intents, match, handOff, ...rows }
}

/** As it is sent. */
export function toDraft(edited: EditedGuidance): GuidanceDraft {
  const { conditions, questions, steps } = edited
  return {
    ...edited,
    name: edited.name.trim(),
    phrases: edited.phrases.map((phrase) => phrase.trim()).filter(Boolean),
    conditions: conditions.map(bare) as GuidanceCondition[],
    questions: questions.map(bare) as GuidanceQuestion[],
    steps: steps.map(bare) as GuidanceStep[],
  }
}

const own = document.documentElement.lang.split('-')[0]
/** Texts are written in the member's language, if customers may have it. */
const language = (['de', 'es', 'fr', 'ja'] as const).find((one) => one === own) ?? 'en'

export const EMPTY_GUIDANCE: GuidanceDraft = {
  name: '',
  isOn: false,
  language,
  phrases: [],
  intents: [],
  match: 'all',
  conditions: [],
  questions: [],
  steps: [{ do: 'say', text: { text: '' } }],
  handOff: { words: [], instruction: '', teamId: null, note: '' },
}

/** What many stores begin with. */
export const TEMPLATES: { about: string; guidance: GuidanceDraft }[] = [
  {
    about: t('Asks for the order and what is broken, and hands off with the answers.'),
    guidance: {
      ...EMPTY_GUIDANCE,
      name: t('Damaged on arrival'),
      phrases: [t('it arrived broken'), t('my parcel is damaged'), t('it is broken')],
      questions: [
        { name: 'order', type: 'order_number', text: { text: t('Which order is it?') } },
        { name: 'damage', type: 'text', text: { text: t('What is damaged?') } },
      ],
      steps: [
        { do: 'say', text: { text: t('Thank you. Our team looks at order {{order}} and writes to you here.') } },
        { do: 'tag', tags: [t('damaged')] },
        { do: 'hand_off' },
      ],
    },
  },
  {
    about: t('Takes down what companies need, and hands off.'),
    guidance: {
      ...EMPTY_GUIDANCE,
      name: t('Wholesale'),
      phrases: [t('wholesale'), t('buy large quantities'), t('order for my company')],
      questions: [
        { name: 'pieces', type: 'number', text: { text: t('How many pieces do you need?') } },
        { name: 'email', type: 'email', text: { text: t('Which email address may we write to?') } },
      ],
      steps: [{ do: 'hand_off' }],
    },
  },
]
