import type { ReactNode } from 'react'
import { t } from '../base/texts.ts'

export interface Choice {
  id: string
  label: string
  /** Other words it is found by. */
  also?: string
  hint?: string
  icon?: ReactNode
  isOn?: boolean
  /** A word beside the label. */
  mark?: string
}

export interface PickerProps {
  label: string
  placeholder: string
  choices: Choice[]
  onPick: (choice: Choice) => void
  onClose: () => void
  /** Offers to create what was typed, where no choice has exactly that label. */
  onNew?: (text: string) => void
  /** Called with what is typed, where choices are looked up. */
  onQuery?: (text: string) => void
  keepOpen?: boolean
  /** Said where there is nothing to choose from, whatever is typed. */
  none?: string
  footer?: ReactNode
}

/** The id of the choice that creates what was typed. */
export const NEW = '\0new'

/** The choices that have all the words typed; where `canCreate`, one more for a text that no choice is called. */
export function choicesFor<T extends Pick<Choice, 'id' | 'label' | 'also'>>(
  choices: T[],
  query: string,
  canCreate: boolean,
): (T | Pick<Choice, 'id' | 'label'>)[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const found = choices.filter(({ label, also = '' }) => {
    const text = `${label} ${also}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const text = query.trim()
  const isNew = canCreate && text !== '' && !choices.some(({ label }) => label === text)
  return isNew ? [...found, { id: NEW, label: t('Create “{0}”', text) }] : found
}
