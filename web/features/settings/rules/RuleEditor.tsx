import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { RuleDraft, RuleTrial } from '../../../api/records.ts'
import { tryRule } from '../../../api/store/rules.ts'
import { RULES_MAX } from '../../../base/limits.ts'
import { t } from '../../../base/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import '../../../ui/conditions/conditions.css'
import { useDraftState } from '../../../ui/form-drafts.ts'
import { useAttempt } from '../../../ui/forms.ts'
import { ActRow } from './ActRow.tsx'
import { ConditionRow } from './ConditionRow.tsx'
import { newKey, toDraft, toEdited } from './draft.ts'
import { Trial } from './Trial.tsx'
import { TriggerFields } from './TriggerFields.tsx'

interface Props {
  rule: RuleDraft
  onSave: (rule: RuleDraft) => Promise<unknown>
  onClose: () => void
}

/** A rule in plain words: when, if, then. It can be tried before it is saved. */
export function RuleEditor({ rule: given, onSave, onClose }: Props) {
  const [rule, setRule, forget] = useDraftState(`rule:${'id' in given ? given.id : given.name}`, () => toEdited(given))
  const [trial, setTrial] = useState<RuleTrial | null>(null)
  const { isBusy, attempt } = useAttempt()
  const name = useRef<HTMLInputElement>(null)
  useEffect(() => name.current?.focus(), [])
  const change = (part: Partial<typeof rule>) => {
    setRule({ ...rule, ...part })
    setTrial(null)
  }
  const replace = <T extends { key: number }>(rows: T[], key: number, row: T | null) =>
    rows.flatMap((one) => (one.key !== key ? [one] : row ? [row] : []))

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const isTrial = (event.nativeEvent as SubmitEvent).submitter?.getAttribute('value') === 'try'
    const draft = toDraft(rule)
    const isDone = await attempt(
      async () => (isTrial ? setTrial(await tryRule(draft)) : await onSave(draft)),
      isTrial ? undefined : t('Rule saved'),
    )
    if (!isDone || isTrial) return
    forget()
    onClose()
  }

  return (
    <form className="form rule-editor" onSubmit={(event) => void submit(event)}>
      <label>
        {t('Name')}
        <input
          ref={name}
          required
          maxLength={RULES_MAX.name}
          value={rule.name}
          onChange={({ target }) => change({ name: target.value })}
        />
      </label>
      <fieldset className="condition-lines">
        <legend>{t('When')}</legend>
        <TriggerFields trigger={rule.trigger} onChange={(trigger) => change({ trigger })} />
      </fieldset>
      <fieldset className="condition-lines">
        <legend>{t('If')}</legend>
        {rule.conditions.length === 0 && <p className="about">{t('Always: there is no condition.')}</p>}
        {rule.conditions.length > 1 && (
          <select
            aria-label={t('Match')}
            value={rule.match}
            onChange={({ target }) => change({ match: target.value as 'all' | 'any' })}
          >
            <option value="all">{t('All conditions')}</option>
            <option value="any">{t('Any condition')}</option>
          </select>
        )}
        <ul>
          {rule.conditions.map(({ key, ...condition }) => (
            <ConditionRow
              key={key}
              condition={condition}
              onChange={(next) => change({ conditions: replace(rule.conditions, key, { ...next, key }) })}
              onRemove={() => change({ conditions: replace(rule.conditions, key, null) })}
            />
          ))}
        </ul>
        <Button
          icon="plus"
          disabled={rule.conditions.length >= RULES_MAX.conditions}
          onClick={() =>
            change({ conditions: [...rule.conditions, { about: 'words', not: false, values: [], key: newKey() }] })
          }
        >
          {t('Add a condition')}
        </Button>
      </fieldset>
      <fieldset className="condition-lines">
        <legend>{t('Then do')}</legend>
        <ul>
          {rule.actions.map(({ key, ...act }) => (
            <ActRow
              key={key}
              act={act}
              onChange={(next) => change({ actions: replace(rule.actions, key, { ...next, key }) })}
              onRemove={() => change({ actions: replace(rule.actions, key, null) })}
            />
          ))}
        </ul>
        <Button
          icon="plus"
          disabled={rule.actions.length >= RULES_MAX.actions}
          onClick={() => change({ actions: [...rule.actions, { do: 'star', key: newKey() }] })}
        >
          {t('Add an action')}
        </Button>
      </fieldset>
      <label className="check">
        <input
          type="checkbox"
          checked={rule.stopProcessing}
          onChange={({ target }) => change({ stopProcessing: target.checked })}
        />{' '}
        {t('If this rule matches, skip the rules below')}
      </label>
      <label className="check">
        <input type="checkbox" checked={rule.isOn} onChange={({ target }) => change({ isOn: target.checked })} />{' '}
        {t('Turned on')}
      </label>
      <div className="acts">
        <Button type="submit" kind="primary" value="save" busy={isBusy} disabled={isBusy}>
          {t('Save')}
        </Button>
        <Button type="submit" value="try" icon="flask" disabled={isBusy}>
          {t('Try it')}
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
      <div role="status">{trial && <Trial trial={trial} />}</div>
    </form>
  )
}
