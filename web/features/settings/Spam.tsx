import { useQuery } from '@tanstack/react-query'
import { addSpamSender, removeSpamSender, spamSendersQuery } from '../../api/spam.ts'
import { t } from '../../base/texts.ts'
import { date } from '../../base/time.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Form } from '../../ui/Form.tsx'
import { attempt } from '../../ui/forms.ts'
import { Loading } from '../../ui/Loading.tsx'

/** Senders whose new conversations are spam. */
export default function Spam() {
  const { data: senders, error, refetch } = useQuery(spamSendersQuery)
  if (!senders) return <Loading error={error} onRetry={refetch} />
  return (
    <Card
      title={t('Senders that are always spam')}
      about={t('New emails from these addresses and domains go to Spam. Nobody is notified, and nothing is deleted.')}
    >
      <Form
        className="form row-form"
        empties
        onSave={(form) => attempt(() => addSpamSender(form('sender').trim()), t('Spam sender added'))}
      >
        <input
          name="sender"
          aria-label={t('Address or domain')}
          placeholder="spam.example"
          maxLength={320}
          required
          autoComplete="off"
        />
        <Button type="submit">{t('Add')}</Button>
      </Form>
      {senders.length === 0 && <p className="none">{t('None yet.')}</p>}
      <ul className="lines">
        {senders.map(({ sender, createdAt }) => (
          <li key={sender}>
            <div className="wide">
              <strong>{sender}</strong>
              <p className="about">{date(createdAt)}</p>
            </div>
            <Button
              aria-label={t('Remove {0}', sender)}
              onClick={() => void attempt(() => removeSpamSender(sender), t('Spam sender removed'))}
            >
              {t('Remove')}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
