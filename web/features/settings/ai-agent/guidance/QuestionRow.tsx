import type { AnswerType, GuidanceQuestion, Language } from '../../../../api/records.ts'
import { GUIDANCE_MAX } from '../../../../base/limits.ts'
import { t } from '../../../../base/texts.ts'
import { IconButton } from '../../../../ui/Button.tsx'
import { ANSWERS } from './guidance-words.ts'
import { LocalisedField } from './LocalisedField.tsx'

interface Props {
  question: GuidanceQuestion
  language: Language
  onChange: (question: GuidanceQuestion) => void
  onRemove: () => void
}

/** One question: what is asked, what the answer has to be, and the name under which texts repeat it. */
export function QuestionRow({ question, language, onChange, onRemove }: Props) {
  const { name, type, text } = question
  return (
    <li className="guidance-row">
      <LocalisedField
        label={t('Question')}
        value={text}
        language={language}
        max={GUIDANCE_MAX.question}
        onChange={(next) => onChange({ ...question, text: next })}
      />
      <select
        aria-label={t('Type of the answer')}
        className="guidance-type"
        value={type}
        onChange={({ target }) => onChange({ ...question, type: target.value as AnswerType })}
      >
        {Object.entries(ANSWERS).map(([key, label]) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </select>
      <input
        aria-label={t('Name of the answer')}
        className="guidance-type"
        placeholder="order"
        title={t('Lower-case letters, digits and _, a letter first.')}
        pattern="[a-z][a-z0-9_]*"
        required
        maxLength={GUIDANCE_MAX.questionName}
        value={name}
        onChange={({ target }) => onChange({ ...question, name: target.value })}
      />
      <IconButton icon="close" label={t('Remove this question')} onClick={onRemove} />
    </li>
  )
}
