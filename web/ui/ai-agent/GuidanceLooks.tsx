import { t } from '../../base/texts.ts'
import { percent, plainWords } from './words.ts'

export interface GuidanceLook {
  id: string
  name: string
  /** False: it is off for customers. */
  isOn: boolean
  by: 'phrase' | 'intent' | 'every' | 'answer' | null
  score: number | null
  conditions: { about: string; name: string | null; not: boolean; values: string[]; isMet: boolean }[]
  isFollowed: boolean
  did: string[]
}

const BY: Record<NonNullable<GuidanceLook['by']>, string> = {
  phrase: t('like one of its examples'),
  intent: t('by what the customer wants'),
  every: t('for every message'),
  answer: t('as the answer to its question'),
}

/** Guidance beside a message: what came near, and what was followed. */
export function GuidanceLooks({ looks }: { looks: GuidanceLook[] }) {
  return (
    <ul className="checks">
      {looks.map(({ id, name, isOn, by, score, conditions, isFollowed, did }) => (
        <li key={id}>
          <strong>{name}</strong>: {isFollowed ? t('followed') : t('not followed')}
          {isOn === false && `, ${t('off for customers')}`}
          {by ? `, ${BY[by]}` : `, ${t('not recognised')}`}
          {score !== null && ` (${percent(score)})`}
          <ul className="checks">
            {conditions.map((condition, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: conditions keep their order
              <li key={at}>
                {conditionWords(condition)}: {condition.isMet ? t('holds') : t('does not hold')}
              </li>
            ))}
            {did.map((step, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: steps keep their order, and one may come twice
              <li key={at}>{step}</li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

/** A condition as it is kept; a segment's id says nothing to people. */
function conditionWords({ about, name, not, values }: GuidanceLook['conditions'][number]): string {
  const what = name === null ? plainWords(about) : t('{0}: {1}', plainWords(about), name)
  if (about === 'segment') return what
  const named = values.map(plainWords).join(t(' or '))
  return not ? t('{0}: not {1}', what, named) : t('{0}: {1}', what, named)
}
