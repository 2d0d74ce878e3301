import { useQuery } from '@tanstack/react-query'
import { saveSessionLimits, sessionLimitsQuery } from '../../api/account.ts'
import { SESSION_IDLE_MINUTES, SESSION_MAX_HOURS } from '../../base/limits.ts'
import { t } from '../../base/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/Form.tsx'
import { attempt } from '../../ui/forms.ts'
import { Loading } from '../../ui/Loading.tsx'

const numberOf = (text: string) => (text.trim() ? Number(text) : null)

/** When members are signed out. */
export function SessionLimits() {
  const { data: limits, error, refetch } = useQuery(sessionLimitsQuery)
  if (!limits) return <Loading error={error} onRetry={refetch} />
  return (
    <Form
      onSave={(form) =>
        attempt(
          () => saveSessionLimits({ idleMinutes: numberOf(form('idle')), maxHours: numberOf(form('max')) }),
          t('Saved'),
        )
      }
    >
      <label>
        {t('Sign members out after minutes without use')}
        <input
          type="number"
          name="idle"
          min={SESSION_IDLE_MINUTES.min}
          max={SESSION_IDLE_MINUTES.max}
          defaultValue={limits.idleMinutes ?? ''}
        />
      </label>
      <label>
        {t('Sign members out after hours, however much they use it')}
        <input
          type="number"
          name="max"
          min={SESSION_MAX_HOURS.min}
          max={SESSION_MAX_HOURS.max}
          defaultValue={limits.maxHours ?? ''}
        />
      </label>
      <p className="about">{t('Empty: after 30 days without use, and after 90 days in all.')}</p>
      <Button type="submit">{t('Save the limits')}</Button>
    </Form>
  )
}
