import { useQuery } from '@tanstack/react-query'
import { changeMailChoice, mailChoiceQuery } from '../../../api/notifications.ts'
import type { MailChoice } from '../../../api/records.ts'
import { t } from '../../../base/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Form } from '../../../ui/Form.tsx'
import { attempt } from '../../../ui/forms.ts'
import { Loading } from '../../../ui/Loading.tsx'

const WANTS = {
  off: t('Nothing'),
  mentions: t('Mentions, and conversations assigned to me'),
  all: t('Also customers’ replies to me'),
} as const

/** Minutes of a day as fields of times have them, and back; null for an empty one. */
const timeOf = (minutes: number | null) =>
  minutes === null ? '' : new Date(minutes * 60_000).toISOString().slice(11, 16)
const minutesOf = (time: string) => (time ? Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) : null)

/** Notifications that a member gets while they are away, by mail and in their browsers. */
export function AwayChoices() {
  const { data, error, refetch } = useQuery(mailChoiceQuery)
  if (!data) return <Loading error={error} onRetry={refetch} />
  const { wants, quietFrom, quietUntil, isMailed, byMail, unassignedMissed } = data
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return (
    <Card title={t('While you are away')} about={t('Unseen notifications are sent to the browsers above right away.')}>
      <Form
        draft="away"
        onSave={(form) => {
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
          return attempt(() => changeMailChoice(choice), t('Saved'))
        }}
      >
        <label>
          {t('What you are notified about')}
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
            {t('Quiet from')}
            <input type="time" name="from" defaultValue={timeOf(quietFrom)} />
          </label>
          <label>
            {t('until')}
            <input type="time" name="until" defaultValue={timeOf(quietUntil)} />
          </label>
        </div>
        <p className="about">{t('Notifications from these hours are sent when they end. Time zone: {0}.', timeZone)}</p>
        {isMailed && (
          <label className="check">
            <input type="checkbox" name="byMail" defaultChecked={byMail} />
            {t('Also by email: one summary a few minutes later')}
          </label>
        )}
        <Button type="submit">{t('Save')}</Button>
      </Form>
    </Card>
  )
}
