import { useQuery } from '@tanstack/react-query'
import { changeMailChoice, mailChoiceQuery } from '../../../api/notifications.ts'
import type { MailChoice } from '../../../api/records.ts'
import { t } from '../../../base/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { attempt, fields } from '../../../ui/forms.ts'
import { Loading } from '../../../ui/Loading.tsx'

const WANTS = {
  off: t('Nothing'),
  mentions: t('Mentions, and conversations given to me'),
  all: t('Customers’ answers to me, too'),
} as const

/** Minutes of a day as fields of times have them, and back; null for an empty one. */
const timeOf = (minutes: number | null) =>
  minutes === null ? '' : new Date(minutes * 60_000).toISOString().slice(11, 16)
const minutesOf = (time: string) => (time ? Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) : null)

/** What a member is told of while they are away, by mail and on their browsers. */
export function AwayChoices() {
  const { data, error, refetch } = useQuery(mailChoiceQuery)
  if (!data) return <Loading error={error} onRetry={refetch} />
  const { wants, quietFrom, quietUntil, isMailed, byMail, unassignedMissed } = data
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return (
    <Card title={t('While you are away')} about={t('What you have not seen comes at once to the browsers above.')}>
      <form
        className="form"
        onSubmit={(event) => {
          const form = fields(event)
          const [from, until] = [minutesOf(form('from')), minutesOf(form('until'))]
          const isWhole = from !== null && until !== null
          const hours = { quietFrom: isWhole ? from : null, quietUntil: isWhole ? until : null }
          const isByMail = isMailed ? form('byMail') === 'on' : byMail
          const choice = {
            wants: form('wants') as MailChoice['wants'],
            ...hours,
            timeZone,
            byMail: isByMail,
            unassignedMissed,
          }
          void attempt(() => changeMailChoice(choice), t('Saved'))
        }}
      >
        <label>
          {t('What you are told of')}
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
        <p className="about">{t('What happens in these hours comes after them. Times are those of {0}.', timeZone)}</p>
        {isMailed && (
          <label className="check">
            <input type="checkbox" name="byMail" defaultChecked={byMail} />
            {t('By mail, too: some minutes later, all of it in one')}
          </label>
        )}
        <Button type="submit">{t('Save')}</Button>
      </form>
    </Card>
  )
}
