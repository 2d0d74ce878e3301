import { useState } from 'react'
import { askAboutCustomer } from '../../../api/ai-agent.ts'
import type { CustomerAnswer } from '../../../api/records.ts'
import { CUSTOMER_QUESTION_MAX } from '../../../base/limits.ts'
import { Link, pathTo } from '../../../base/router.ts'
import { t } from '../../../base/texts.ts'
import { date } from '../../../base/time.ts'
import { Button } from '../../../ui/Button.tsx'
import { Form } from '../../../ui/Form.tsx'
import { useAttempt } from '../../../ui/forms.ts'
import { Section } from './Section.tsx'
import './ask-about-customer.css'

type Source = CustomerAnswer['sources'][number]

/** A question about the customer, answered from their conversations and orders and the team's internal notes. */
export default function AskAboutCustomer({ id }: { id: string }) {
  const [answer, setAnswer] = useState<(CustomerAnswer & { of: string }) | null>(null)
  const { isBusy, attempt } = useAttempt()
  const ask = (question: string) =>
    attempt(async () => setAnswer({ ...(await askAboutCustomer(id, question)), of: id }))
  // An answer about another customer must not be shown here.
  const shown = answer?.of === id ? answer : null
  return (
    <Section title={t('Ask about this customer')}>
      <Form key={id} className="inline-form ask-customer" onSave={(form) => ask(form('question'))}>
        <input
          name="question"
          aria-label={t('Question about this customer')}
          placeholder={t('What did they order last?')}
          maxLength={CUSTOMER_QUESTION_MAX}
          required
        />
        <Button type="submit" busy={isBusy}>
          {t('Ask')}
        </Button>
      </Form>
      <div role="status">
        {shown?.text && (
          <p className="summary" dir="auto">
            {shown.text}
          </p>
        )}
        {shown && shown.sources.length === 0 && (
          <p className="none">{t('Nothing about it in their conversations, orders and notes.')}</p>
        )}
      </div>
      {shown && shown.sources.length > 0 && (
        <ul className="customer-sources">
          {shown.sources.map((source) => (
            <li key={source.kind + source.id}>
              <p className="about">
                <Where source={source} openId={id} />
              </p>
              <blockquote dir="auto">{source.text}</blockquote>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

/** The author and the day of a source, with a link to its conversation unless that is open. */
function Where({ source: { kind, id, by, at, conversationId }, openId }: { source: Source; openId: string }) {
  const what = {
    message: by ?? t('Message'),
    note: t('Internal note by {0}', by ?? ''),
    order: t('Order {0}', `#${id.replace(/^#/, '')}`),
    contact: t('Contact'),
  }[kind]
  const words = [what, at && date(at)].filter(Boolean).join(' · ')
  if (conversationId === null || conversationId === openId) return words
  return <Link href={pathTo('open', conversationId)}>{words}</Link>
}
