import { useQuery } from '@tanstack/react-query'
import { changeMailChoice, mailChoiceQuery } from '../../api/notifications.ts'
import type { MailChoice } from '../../api/records.ts'
import { t } from '../../base/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { attempt, fields } from '../../ui/forms.ts'

const WANTS = {
  off: t('Nothing'),
  mentions: t('Mentions, and conversations given to me'),
  all: t('Customers’ answers to me, too'),
} as const

/** Minutes of a day as fields of times have them, and back; null for an empty one. */
const timeOf = (minutes: number | null) =>
  minutes === null ? '' : new Date(minutes * 60_000).toISOString().slice(11, 16)
const minutesOf = (time: string) => (time ? Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) : null)

/** What goes out by mail to a member who is away; nothing where no mail leaves the service. */
export function MailChoices() {
  const { data } = useQuery(mailChoiceQuery)
  if (!data?.isMailed) return null
  const { wants, quietFrom, quietUntil } = data
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return (
    <Card
      title={t('Mail while you are away')}
      about={t('What you have not seen some minutes later, all of it in one mail.')}
    >
      <form
        className="form"
        onSubmit={(event) => {
          const form = fields(event)
          const [from, until] = [minutesOf(form('from')), minutesOf(form('until'))]
          const isWhole = from !== null && until !== null
          const hours = { quietFrom: isWhole ? from : null, quietUntil: isWhole ? until : null }
          const choice = { wants: form('wants') as MailChoice['wants'], ...hours, timeZone }
          void attempt(() => changeMailChoice(choice), t('Saved'))
        }}
      >
        <label>
          {t('What comes by mail')}
          <select name="wants" defaultValue={wants}>
            {Object.entries(WANTS).map(([key, title]) => (
              <option key={key} value={key}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <div className="two">
          <label>
            {t('Nothing from')}
            <input type="time" name="from" defaultValue={timeOf(quietFrom)} />
          </label>
          <label>
            {t('until')}
            <input type="time" name="until" defaultValue={timeOf(quietUntil)} />
          </label>
        </div>
        <p className="about">
          {t('What comes in these hours is in one mail after them. Times are those of {0}.', timeZone)}
        </p>
        <Button type="submit">{t('Save')}</Button>
      </form>
    </Card>
  )
}
