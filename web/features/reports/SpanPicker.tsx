import { useState } from 'react'
import { REPORT_DAYS_MAX } from '../../base/limits.ts'
import { go, pathTo } from '../../base/router.ts'
import { t } from '../../base/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { fields } from '../../ui/forms.ts'
import { type Days, daysNamed, lastDays, today } from './span.ts'

const SPANS = [7, 30, 90] as const

/** The days of the reports, which stand in the address: the last ones, or any. */
export function SpanPicker({ days }: { days: Days }) {
  const choose = ({ first, last }: Days) => go(pathTo('reports', first, last))
  const [isWrong, setWrong] = useState(false)
  return (
    <>
      <fieldset className="spans">
        <legend className="sr-only">{t('Time')}</legend>
        {SPANS.map((count) => {
          const span = lastDays(count)
          const isChosen = span.first === days.first && span.last === days.last
          return (
            <Button
              key={count}
              kind={isChosen ? 'plain' : 'quiet'}
              aria-pressed={isChosen}
              onClick={() => choose(span)}
            >
              {t('{0} days', count)}
            </Button>
          )
        })}
      </fieldset>
      <form
        className="dates"
        key={`${days.first} ${days.last}`}
        onSubmit={(event) => {
          const value = fields(event)
          const chosen = daysNamed(value('first'), value('last'))
          setWrong(!chosen)
          if (chosen) choose(chosen)
        }}
      >
        <label>
          <span>{t('From')}</span>
          <input type="date" name="first" required min="2000-01-01" max={today()} defaultValue={days.first} />
        </label>
        <label>
          <span>{t('To')}</span>
          <input type="date" name="last" required min="2000-01-01" max={today()} defaultValue={days.last} />
        </label>
        <Button type="submit">{t('Show')}</Button>
        {isWrong && (
          <p className="form-error" role="alert">
            {t('Choose a start and end date, up to {0} days apart.', REPORT_DAYS_MAX)}
          </p>
        )}
      </form>
    </>
  )
}
