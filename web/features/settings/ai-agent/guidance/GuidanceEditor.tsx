import { type FormEvent, useEffect, useRef } from 'react'
import type { GuidanceDraft, Language } from '../../../../api/records.ts'
import { GUIDANCE_MAX } from '../../../../base/limits.ts'
import { t } from '../../../../base/texts.ts'
import { Button } from '../../../../ui/Button.tsx'
import '../../../../ui/conditions/conditions.css'
import { Checks } from '../../../../ui/conditions/ValuesField.tsx'
import { useDraftState } from '../../../../ui/form-drafts.ts'
import { useAttempt } from '../../../../ui/forms.ts'
import { ConditionRow } from './ConditionRow.tsx'
import { LANGUAGE_NAMES } from './condition-words.ts'
import { type EditedGuidance, keyed, toDraft, toEdited } from './draft.ts'
import { INTENTS } from './guidance-words.ts'
import { HandOffFields } from './HandOffFields.tsx'
import { QuestionRow } from './QuestionRow.tsx'
import { StepRow } from './StepRow.tsx'

interface Props {
  guidance: GuidanceDraft
  onSave: (guidance: GuidanceDraft) => Promise<unknown>
  onClose: () => void
}

/** Guidance in plain words: when, only if, what to ask, what to do, when to hand off. */
export function GuidanceEditor({ guidance: given, onSave, onClose }: Props) {
  const key = `guidance:${'id' in given ? given.id : given.name}`
  const [guidance, setGuidance, forget] = useDraftState(key, () => toEdited(given))
  const { isBusy, attempt } = useAttempt()
  const name = useRef<HTMLInputElement>(null)
  useEffect(() => name.current?.focus(), [])
  const change = (part: Partial<EditedGuidance>) => setGuidance({ ...guidance, ...part })
  const { language, conditions, questions, steps } = guidance

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!(await attempt(() => onSave(toDraft(guidance)), t('Guidance saved')))) return
    forget()
    onClose()
  }
  return (
    <form className="form guidance-editor" onSubmit={(event) => void submit(event)}>
      <label>
        {t('Name')}
        <input
          ref={name}
          required
          maxLength={GUIDANCE_MAX.name}
          value={guidance.name}
          onChange={({ target }) => change({ name: target.value })}
        />
      </label>
      <label>
        {t('Language of the texts')}
        <select value={language} onChange={({ target }) => change({ language: target.value as Language })}>
          {Object.entries(LANGUAGE_NAMES).map(([one, label]) => (
            <option key={one} value={one}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <fieldset className="condition-lines">
        <legend>{t('When')}</legend>
        <label className="guidance-wide">
          {t('How customers say it, one example per line')}
          <textarea
            rows={3}
            placeholder={t('my parcel is damaged')}
            value={guidance.phrases.join('\n')}
            onChange={({ target }) => change({ phrases: target.value.split('\n') })}
          />
        </label>
        <p>{t('Or what they want:')}</p>
        <Checks
          label={t('What they want')}
          choices={INTENTS}
          values={guidance.intents}
          onChange={(intents) => change({ intents: intents as typeof guidance.intents })}
        />
        <p className="about">{t('Without an example and a wish, every message is this situation.')}</p>
      </fieldset>
      <fieldset className="condition-lines">
        <legend>{t('Only if')}</legend>
        {conditions.length === 0 && <p className="about">{t('Always: there is no condition.')}</p>}
        {conditions.length > 1 && (
          <select
            aria-label={t('Match')}
            value={guidance.match}
            onChange={({ target }) => change({ match: target.value as 'all' | 'any' })}
          >
            <option value="all">{t('All conditions')}</option>
            <option value="any">{t('Any condition')}</option>
          </select>
        )}
        <ul>
          {conditions.map(({ key, ...condition }) => (
            <ConditionRow
              key={key}
              condition={condition}
              onChange={(next) => change({ conditions: replaced(conditions, key, { ...next, key }) })}
              onRemove={() => change({ conditions: replaced(conditions, key, null) })}
            />
          ))}
        </ul>
        <Button
          icon="plus"
          disabled={conditions.length >= GUIDANCE_MAX.conditions}
          onClick={() => change({ conditions: [...conditions, keyed({ about: 'words', not: false, values: [] })] })}
        >
          {t('Add a condition')}
        </Button>
      </fieldset>
      <fieldset className="condition-lines">
        <legend>{t('What to ask')}</legend>
        <p className="about">
          {t(
            'One at a time. After two answers that do not fit, a person gets the conversation. Texts repeat an answer as {{name}}.',
          )}
        </p>
        <ul>
          {questions.map(({ key, ...question }) => (
            <QuestionRow
              key={key}
              question={question}
              language={language}
              onChange={(next) => change({ questions: replaced(questions, key, { ...next, key }) })}
              onRemove={() => change({ questions: replaced(questions, key, null) })}
            />
          ))}
        </ul>
        <Button
          icon="plus"
          disabled={questions.length >= GUIDANCE_MAX.questions}
          onClick={() => change({ questions: [...questions, keyed({ name: '', type: 'text', text: { text: '' } })] })}
        >
          {t('Add a question')}
        </Button>
      </fieldset>
      <fieldset className="condition-lines">
        <legend>{t('What to do')}</legend>
        <ul>
          {steps.map(({ key, ...step }) => (
            <StepRow
              key={key}
              step={step}
              language={language}
              onChange={(next) => change({ steps: replaced(steps, key, { ...next, key }) })}
              onRemove={() => change({ steps: replaced(steps, key, null) })}
            />
          ))}
        </ul>
        <Button
          icon="plus"
          disabled={steps.length >= GUIDANCE_MAX.steps}
          onClick={() => change({ steps: [...steps, keyed({ do: 'tag', tags: [] })] })}
        >
          {t('Add a step')}
        </Button>
      </fieldset>
      <HandOffFields handOff={guidance.handOff} onChange={(handOff) => change({ handOff })} />
      <label className="check">
        <input type="checkbox" checked={guidance.isOn} onChange={({ target }) => change({ isOn: target.checked })} />{' '}
        {t('Turned on')}
      </label>
      <div className="acts">
        <Button type="submit" kind="primary" busy={isBusy} disabled={isBusy}>
          {t('Save')}
        </Button>
        <Button
          kind="quiet"
          onClick={() => {
            forget()
            onClose()
          }}
        >
          {t('Cancel')}
        </Button>
      </div>
    </form>
  )
}

/** Rows with one replaced, or taken away. */
const replaced = <T extends { key: number }>(rows: T[], key: number, row: T | null): T[] =>
  rows.flatMap((one) => (one.key !== key ? [one] : row ? [row] : []))
