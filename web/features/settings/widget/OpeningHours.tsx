import { t } from '../../../base/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { fields } from '../../../ui/forms.ts'
import type { WidgetProps } from './widget-props.ts'

interface Hours {
  timeZone: string
  open: { days: number[]; from: string; to: string }[]
  closed?: string[]
}

const ZONES = Intl.supportedValuesOf('timeZone')
const weekdays = new Intl.DateTimeFormat(undefined, { weekday: 'long', timeZone: 'UTC' })
/** Monday is 1; the first of January 2024 was one. */
const DAYS = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, name: weekdays.format(Date.UTC(2024, 0, day)) }))

/** When the team is there: shoppers are told, outside of it, when somebody is back. */
export function OpeningHours({ widget, onSave }: WidgetProps) {
  const hours = widget.hours as Hours | null | undefined
  const rowOf = (day: number) => hours?.open.find(({ days }) => days.includes(day))
  return (
    <Card
      title={t('Opening hours')}
      about={t('While nobody of the team is online, shoppers see when somebody is back, by their own clock.')}
    >
      <form
        className="form"
        onSubmit={(event) => {
          const form = fields(event)
          const open = DAYS.filter(({ day }) => form(`open-${day}`) === 'on').map(({ day }) => ({
            days: [day],
            from: form(`from-${day}`),
            to: form(`to-${day}`),
          }))
          const closed = form('closed')
            .split('\n')
            .map((line) => line.trim())
            .filter(Boolean)
          const made = { timeZone: form('timeZone'), open, ...(closed.length > 0 && { closed }) }
          void onSave({ hours: open.length > 0 ? made : null })
        }}
      >
        <label>
          {t('Time zone')}
          <select name="timeZone" defaultValue={hours?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone}>
            {[...new Set([hours?.timeZone, ...ZONES, 'UTC'])].map((zone) => zone && <option key={zone}>{zone}</option>)}
          </select>
        </label>
        {DAYS.map(({ day, name }) => (
          <fieldset key={day} className="hours">
            <label className="check">
              <input type="checkbox" name={`open-${day}`} defaultChecked={rowOf(day) !== undefined} /> {name}
            </label>
            <input
              type="time"
              name={`from-${day}`}
              aria-label={t('{0}, from', name)}
              defaultValue={rowOf(day)?.from ?? '09:00'}
              required
            />
            <input
              type="time"
              name={`to-${day}`}
              aria-label={t('{0}, to', name)}
              defaultValue={rowOf(day)?.to ?? '17:00'}
              required
            />
          </fieldset>
        ))}
        <label>
          {t('Days on which you are closed, one a line')}
          <textarea name="closed" rows={2} placeholder="2026-12-25" defaultValue={(hours?.closed ?? []).join('\n')} />
        </label>
        <Button type="submit">{t('Save')}</Button>
      </form>
    </Card>
  )
}
