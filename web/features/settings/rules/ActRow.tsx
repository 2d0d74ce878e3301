import { useQuery } from '@tanstack/react-query'
import type { RuleAct } from '../../../api/records.ts'
import { endpointsQuery } from '../../../api/store/rule-endpoints.ts'
import { useMembers } from '../../../api/team/team.ts'
import { useTeams } from '../../../api/team/teams.ts'
import { RULES_MAX } from '../../../base/limits.ts'
import { t } from '../../../base/texts.ts'
import { PRIORITIES } from '../../../live/priorities.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { Checks, Texts } from '../../../ui/conditions/ValuesField.tsx'
import { SpanField } from '../DurationField.tsx'
import { ACTS } from './rule-words.ts'
import { TemplateFields } from './TemplateFields.tsx'

/** What each act is begun with. */
function firstOf(act: RuleAct['do']): RuleAct {
  if (act === 'note') return { do: act, text: '' }
  if (act === 'snooze') return { do: act, hours: 24 }
  if (act === 'send_template')
    return { do: act, template: { name: '', language: '', parameters: [], asksRating: false } }
  if (act === 'set_priority') return { do: act, values: ['high'] }
  return act.startsWith('assign') || act === 'give_to_team' || act === 'call_endpoint' || act.endsWith('_tags')
    ? { do: act, values: [] }
    : { do: act }
}

interface Props {
  act: RuleAct
  onChange: (act: RuleAct) => void
  onRemove: () => void
}

/** One act, with what it needs. */
export function ActRow({ act, onChange, onRemove }: Props) {
  const members = useMembers().filter(({ active }) => active)
  const teams = useTeams()
  const { data: endpoints = [] } = useQuery(endpointsQuery)
  const { do: what, values = [], text, hours } = act
  return (
    <li className="rule-row">
      <select
        aria-label={t('Action')}
        value={what}
        onChange={({ target }) => onChange(firstOf(target.value as RuleAct['do']))}
      >
        {Object.entries(ACTS).map(([key, label]) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </select>
      {what === 'assign' && (
        <select
          aria-label={t('Member')}
          required
          value={values[0] ?? ''}
          onChange={({ target }) => onChange({ ...act, values: [target.value] })}
        >
          <option value="">{t('Choose a member')}</option>
          {values[0] && !members.some(({ id }) => id === values[0]) && (
            <option value={values[0]}>{t('a former member')}</option>
          )}
          {members.map(({ id, fullName }) => (
            <option key={id} value={id}>
              {fullName}
            </option>
          ))}
        </select>
      )}
      {what === 'give_to_team' && (
        <select
          aria-label={t('Team')}
          required
          value={values[0] ?? ''}
          onChange={({ target }) => onChange({ ...act, values: [target.value] })}
        >
          <option value="">{t('Choose a team')}</option>
          {values[0] && !teams.some(({ id }) => id === values[0]) && (
            <option value={values[0]}>{t('a former team')}</option>
          )}
          {teams.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
      {what === 'call_endpoint' && (
        <select
          aria-label={t('Endpoint')}
          required
          value={values[0] ?? ''}
          onChange={({ target }) => onChange({ ...act, values: [target.value] })}
        >
          <option value="">{endpoints.length > 0 ? t('Choose an endpoint') : t('Add an endpoint below first')}</option>
          {values[0] && !endpoints.some(({ id }) => id === values[0]) && (
            <option value={values[0]}>{t('a deleted endpoint')}</option>
          )}
          {endpoints.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      )}
      {what === 'set_priority' && (
        <select
          aria-label={t('Priority')}
          value={values[0]}
          onChange={({ target }) => onChange({ ...act, values: [target.value] })}
        >
          {Object.entries(PRIORITIES).map(([priority, label]) => (
            <option key={priority} value={priority}>
              {label}
            </option>
          ))}
        </select>
      )}
      {(what === 'assign_in_turn' || what === 'assign_to_least_busy') && (
        <Checks
          label={t('Assign among')}
          choices={Object.fromEntries(members.map(({ id, fullName }) => [id, fullName]))}
          values={values}
          onChange={(next) => onChange({ ...act, values: next })}
        />
      )}
      {what.endsWith('_tags') && (
        <Texts
          key={what}
          label={t('Tags')}
          placeholder={t('vip, wholesale')}
          values={values}
          onChange={(next) => onChange({ ...act, values: next })}
        />
      )}
      {what === 'note' && (
        <textarea
          aria-label={t('Internal note')}
          rows={2}
          required
          maxLength={RULES_MAX.note}
          value={text ?? ''}
          onChange={({ target }) => onChange({ ...act, text: target.value })}
        />
      )}
      {act.template && (
        <TemplateFields template={act.template} onChange={(template) => onChange({ ...act, template })} />
      )}
      {what === 'snooze' && (
        <SpanField
          label={t('For how long')}
          from="hours"
          minutes={(hours ?? 24) * 60}
          max={RULES_MAX.hours * 60}
          onChange={(minutes) => onChange({ ...act, hours: minutes / 60 })}
        />
      )}
      <IconButton icon="close" label={t('Remove this action')} onClick={onRemove} />
    </li>
  )
}
