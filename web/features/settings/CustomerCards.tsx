import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  addCustomerCard,
  changeCustomerCard,
  customerCardsQuery,
  deleteCustomerCard,
} from '../../api/customer-cards.ts'
import type { CustomerCardSetup } from '../../api/records.ts'
import { CUSTOMER_CARD_TITLE_MAX, CUSTOMER_CARDS_MAX, WEBHOOK_URL_MAX } from '../../base/limits.ts'
import { t } from '../../base/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import { Copyable } from '../../ui/Copyable.tsx'
import { Form } from '../../ui/Form.tsx'
import { attempt } from '../../ui/forms.ts'
import { Loading } from '../../ui/Loading.tsx'

/** Addresses of the store's own that say what they know of a customer. */
export default function CustomerCards() {
  const { data: cards, error, refetch } = useQuery(customerCardsQuery)
  if (!cards) return <Loading error={error} onRetry={refetch} />
  return (
    <>
      {cards.map((card) => (
        <Card key={card.id} title={card.title}>
          <CardForm
            card={card}
            label={t('Save')}
            onSave={(words) => attempt(() => changeCustomerCard(card.id, words), t('Saved'))}
          />
          <Secret secret={card.secret} />
          <ConfirmButton
            label={t('Delete')}
            question={t('Members will no longer see this card.')}
            onConfirm={() => attempt(() => deleteCustomerCard(card.id), t('Deleted'))}
          />
        </Card>
      ))}
      <Card
        title={t('Add a customer card')}
        about={t(
          'An HTTPS address of yours. It gets a signed request with the customer and their order numbers, and answers with texts, rows, links and badges for the details of the conversation. Up to {0}.',
          CUSTOMER_CARDS_MAX,
        )}
      >
        <CardForm label={t('Add card')} onSave={(words) => attempt(() => addCustomerCard(words), t('Card added'))} />
      </Card>
    </>
  )
}

interface FormProps {
  card?: CustomerCardSetup
  label: string
  onSave: (words: { title: string; url: string }) => Promise<boolean>
}

function CardForm({ card, label, onSave }: FormProps) {
  return (
    <Form
      draft={`customer-card:${card?.id ?? ''}`}
      empties={!card}
      onSave={(form) => onSave({ title: form('title').trim(), url: form('url').trim() })}
    >
      <label>
        {t('Title')}
        <input
          name="title"
          defaultValue={card?.title}
          maxLength={CUSTOMER_CARD_TITLE_MAX}
          pattern=".*\S.*"
          placeholder={t('Loyalty')}
          required
        />
      </label>
      <label>
        {t('URL')}
        <input
          type="url"
          name="url"
          defaultValue={card?.url}
          maxLength={WEBHOOK_URL_MAX}
          placeholder="https://example.com/parley-card"
          required
        />
      </label>
      <Button type="submit" kind={card ? 'plain' : 'primary'}>
        {label}
      </Button>
    </Form>
  )
}

function Secret({ secret }: { secret: string }) {
  const [isShown, setShown] = useState(false)
  return isShown ? (
    <Copyable text={secret} label={t('the signing secret')} />
  ) : (
    <Button kind="quiet" onClick={() => setShown(true)}>
      {t('Show the secret')}
    </Button>
  )
}
