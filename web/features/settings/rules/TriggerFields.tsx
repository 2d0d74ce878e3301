import type { RuleTrigger } from '../../../api/records.ts'
import { RULES_MAX } from '../../../base/limits.ts'
import { t } from '../../../base/texts.ts'
import { SpanField } from '../DurationField.tsx'
import { TRIGGERS } from './rule-words.ts'

const FIRST: Record<RuleTrigger['on'], RuleTrigger> = {
  created: { on: 'created' },
  message: { on: 'message' },
  idle: { on: 'idle', minutes: 24 * 60, waitsFor: 'customer' },
  tag: { on: 'tag', tag: '' },
  missed: { on: 'missed' },
  resolved: { on: 'resolved' },
}

/** What a rule begins with. */
export function TriggerFields({ trigger, onChange }: { trigger: RuleTrigger; onChange: (next: RuleTrigger) => void }) {
  return (
    <div className="rule-row">
      <select
        aria-label={t('When')}
        value={trigger.on}
        onChange={({ target }) => onChange(FIRST[target.value as RuleTrigger['on']])}
      >
        {Object.entries(TRIGGERS).map(([on, label]) => (
          <option key={on} value={on}>
            {label}
          </option>
        ))}
      </select>
      {trigger.on === 'tag' && (
        <input
          aria-label={t('Tag')}
          placeholder={t('Tag')}
          required
          maxLength={RULES_MAX.value}
          value={trigger.tag ?? ''}
          onChange={({ target }) => onChange({ ...trigger, tag: target.value })}
        />
      )}
      {trigger.on === 'idle' && (
        <>
          <select
            aria-label={t('Waiting for')}
            value={trigger.waitsFor}
            onChange={({ target }) => onChange({ ...trigger, waitsFor: target.value as 'team' | 'customer' })}
          >
            <option value="customer">{t('The customer does not answer')}</option>
            <option value="team">{t('The team does not answer')}</option>
          </select>
          <SpanField
            label={t('For how long')}
            minutes={trigger.minutes ?? 60}
            max={RULES_MAX.minutes}
            onChange={(minutes) => onChange({ ...trigger, minutes })}
          />
        </>
      )}
    </div>
  )
}
