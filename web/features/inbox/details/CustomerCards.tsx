import { useQuery, useQueryClient } from '@tanstack/react-query'
import { askFreshCards, shownCardsQuery } from '../../../api/customer-cards.ts'
import type { ShownCustomerCard } from '../../../api/records.ts'
import { t } from '../../../base/texts.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { useAttempt } from '../../../ui/forms.ts'
import { Section } from './Section.tsx'
import './customer-cards.css'

type Block = ShownCustomerCard['blocks'][number]

/** What the store's own addresses know of the customer. Nothing is there in stores that have set up none. */
export default function CustomerCards({ id }: { id: string }) {
  const { data: cards, error, refetch } = useQuery(shownCardsQuery(id))
  const queries = useQueryClient()
  const { isBusy, attempt } = useAttempt()
  if (error) {
    return (
      <p className="details-error" role="alert">
        {error.message}{' '}
        <button type="button" className="text-button" onClick={() => void refetch()}>
          {t('Try again')}
        </button>
      </p>
    )
  }
  const refresh = () => attempt(async () => queries.setQueryData(shownCardsQuery(id).queryKey, await askFreshCards(id)))
  return cards?.map((card) => (
    <Section
      key={card.id}
      title={card.title}
      act={
        <IconButton
          icon="reopen"
          label={t('Refresh {0}', card.title)}
          disabled={isBusy}
          onClick={() => void refresh()}
        />
      }
    >
      {card.error !== null && (
        <p className="about" role="status">
          {card.error}
        </p>
      )}
      {card.error === null && card.blocks.length === 0 && <p className="none">{t('Nothing known')}</p>}
      <div className="customer-card">
        {card.blocks.map((block, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no ids, and all are replaced together
          <Part key={at} block={block} />
        ))}
      </div>
    </Section>
  ))
}

function Part({ block: { type, text, label, value, url, tone = 'neutral' } }: { block: Block }) {
  if (type === 'text') return <p dir="auto">{text}</p>
  if (type === 'badge') return <span className={`chip tone-${tone}`}>{label}</span>
  if (type === 'link') {
    return (
      <a href={url} target="_blank" rel="noopener noreferrer">
        {label}
      </a>
    )
  }
  return (
    <dl>
      <div>
        <dt>{label}</dt>
        <dd dir="auto">{value}</dd>
      </div>
    </dl>
  )
}
