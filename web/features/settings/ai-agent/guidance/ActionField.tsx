import { useQuery } from '@tanstack/react-query'
import type { GuidanceStep } from '../../../../api/records.ts'
import { actionsQuery } from '../../../../api/store/custom-actions.ts'
import { GUIDANCE_MAX } from '../../../../base/limits.ts'
import { t } from '../../../../base/texts.ts'

/** Which own action a step runs, and what its parameters get. */
export function ActionField({ step, onChange }: { step: GuidanceStep; onChange: (step: GuidanceStep) => void }) {
  const { data: actions = [] } = useQuery(actionsQuery)
  const { actionId = '', values = {} } = step
  const chosen = actions.find(({ id }) => id === actionId)
  return (
    <div className="localised">
      <select
        aria-label={t('Own action')}
        required
        value={chosen ? actionId : ''}
        onChange={({ target }) => onChange({ do: 'action', actionId: target.value, values: {} })}
      >
        <option value="">{t('Choose an action')}</option>
        {actions.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      {chosen?.parameters.map(({ name, description, required }) => (
        <label key={name}>
          {description}
          <input
            required={required}
            maxLength={GUIDANCE_MAX.answer}
            placeholder="{{order}}"
            value={values[name] ?? ''}
            onChange={({ target }) => onChange({ ...step, values: { ...values, [name]: target.value } })}
          />
        </label>
      ))}
    </div>
  )
}
