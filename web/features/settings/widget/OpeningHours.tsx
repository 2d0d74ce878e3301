import { t } from '../../../base/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Form } from '../../../ui/Form.tsx'
import { linesOf } from '../../../ui/forms.ts'
import { rowsOf, SPANS, type Span, spansOf } from './hours-rows.ts'
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

const USUAL = { from: '09:00', to: '17:00' }
const NONE = { from: '', to: '' }
const NAMES = ['first', 'second']

/** When the team is there: shoppers are told, outside of it, when somebody is back. */
export function OpeningHours({ widget, onSave }: WidgetProps) {
  const hours = widget.hours as Hours | null | undefined
  const known = hours?.open ?? []
  return (
    <Card
      title={t('Opening hours')}
      about={t('When no one on the team is online, shoppers see when you are back, in their own time zone.')}
    >
      <Form
        draft="hours"
        onSave={(form) => {
          const open = rowsOf(form, known)
          const closed = linesOf(form('closed'))
          const made = { timeZone: form('timeZone'), open, ...(closed.length > 0 && { closed }) }
          return onSave({ hours: open.length > 0 ? made : null })
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
              <input type="checkbox" name={`open-${day}`} defaultChecked={spansOf(known, day).length > 0} /> {name}
            </label>
            {Array.from({ length: SPANS }, (_, i) => (
              <DaySpan
                key={NAMES[i]}
                id={`${day}-${i}`}
                name={`${name}${i > 0 ? ` ${i + 1}` : ''}`}
                span={spansOf(known, day)[i] ?? (i === 0 ? USUAL : NONE)}
                isRequired={i === 0}
              />
            ))}
          </fieldset>
        ))}
        <label>
          {t('Closed days, one per line')}
          <textarea name="closed" rows={2} placeholder="2026-12-25" defaultValue={(hours?.closed ?? []).join('\n')} />
        </label>
        <Button type="submit">{t('Save')}</Button>
      </Form>
    </Card>
  )
}

/** From and to of one span of a day. The day's end is typed as 23:59, and an end before the beginning is on the next day. */
function DaySpan({ id, name, span, isRequired }: { id: string; name: string; span: Span; isRequired: boolean }) {
  const shownEnd = span.to === '24:00' ? '23:59' : span.to
  return (
    <>
      <input
        type="time"
        name={`from-${id}`}
        aria-label={t('{0}, from', name)}
        defaultValue={span.from}
        required={isRequired}
      />
      <input
        type="time"
        name={`to-${id}`}
        aria-label={t('{0}, to', name)}
        defaultValue={shownEnd}
        required={isRequired}
      />
    </>
  )
}
