import { useState } from 'react'
import type { RuleRecord } from '../../../api/records.ts'
import { changeRule, removeRule } from '../../../api/store/rules.ts'
import { useMembers } from '../../../api/team/team.ts'
import { t } from '../../../base/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx'
import { attempt } from '../../../ui/forms.ts'
import { Toggle } from '../../../ui/Toggle.tsx'
import { RuleLog } from './RuleLog.tsx'
import { actWords, conditionWords, triggerWords } from './rule-words.ts'

interface Props {
  rule: RuleRecord
  /** From 1. */
  place: number
  count: number
  onMove: (by: 1 | -1) => void
  onEdit: () => void
}

/** A rule in the list: what it does, in words, its switch, its place, its log. */
export function RuleLine({ rule, place, count, onMove, onEdit }: Props) {
  const members = useMembers()
  const [isLogShown, showLog] = useState(false)
  const { id, name, isOn, trigger, match, conditions, actions, stopProcessing } = rule
  return (
    <li className="rule" aria-label={name}>
      <Toggle
        label={`${place}. ${name}`}
        isOn={isOn}
        onChange={(next) => void attempt(() => changeRule(id, { isOn: next }))}
      />
      <dl className="rule-words">
        <dt>{t('When')}</dt>
        <dd>{triggerWords(trigger)}</dd>
        {conditions.length > 0 && (
          <>
            <dt>{t('If')}</dt>
            <dd>
              {conditions.length > 1 && `${match === 'all' ? t('All conditions') : t('Any condition')}: `}
              {conditions.map(conditionWords).join(' · ')}
            </dd>
          </>
        )}
        <dt>{t('Then do')}</dt>
        <dd>
          {actions.map((act) => actWords(act, members)).join(' · ')}
          {stopProcessing && ` · ${t('Stop after this rule')}`}
        </dd>
      </dl>
      <div className="acts">
        <Button id={`edit-${id}`} onClick={onEdit}>
          {t('Edit')}
        </Button>
        <Button aria-expanded={isLogShown} onClick={() => showLog(!isLogShown)}>
          {t('Log')}
        </Button>
        <Button id={`up-${id}`} disabled={place === 1} onClick={() => onMove(-1)}>
          {t('Move up')}
        </Button>
        <Button id={`down-${id}`} disabled={place === count} onClick={() => onMove(1)}>
          {t('Move down')}
        </Button>
        <ConfirmButton
          label={t('Delete')}
          question={t('Delete it?')}
          onConfirm={() => attempt(() => removeRule(id), t('Deleted'))}
        />
      </div>
      {isLogShown && <RuleLog id={id} name={name} />}
    </li>
  )
}
