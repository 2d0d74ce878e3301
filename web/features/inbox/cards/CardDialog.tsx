import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { cardsQuery } from '../../../api/cards.ts'
import type { CardOffer } from '../../../api/records.ts'
import { price } from '../../../base/money.ts'
import { t } from '../../../base/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { useRested } from '../../../ui/useDebouncedValue.ts'
import './cards.css'

/** Typing pauses this long before the search starts. */
const REST_MS = 150

/** Chooses a product or a public discount that the reply shows. */
export default function CardDialog({ onPick, onClose }: { onPick: (card: CardOffer) => void; onClose: () => void }) {
  const [search, setSearch] = useState('')
  const rested = useRested(search.trim(), REST_MS)
  const { data, error, refetch } = useQuery({ ...cardsQuery(rested), placeholderData: keepPreviousData })
  return (
    <Dialog label={t('Show a product or discount')} onClose={onClose} className="ask cards">
      <h2>{t('Show a product or discount')}</h2>
      <label className="field">
        <span>{t('Search products and discounts')}</span>
        <input type="search" value={search} autoFocus onChange={(event) => setSearch(event.target.value)} />
      </label>
      {data ? (
        <>
          <ul className="card-list" aria-label={t('Products and discounts')}>
            {data.map((card) => (
              <li key={`${card.kind} ${card.id}`}>
                <button
                  type="button"
                  onClick={() => {
                    onPick(card)
                    onClose()
                  }}
                >
                  {card.imageUrl?.startsWith('https:') && <img src={card.imageUrl} alt="" loading="lazy" />}
                  <span>
                    <strong>{card.title}</strong>
                    <span className="card-facts">{factsOf(card)}</span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
          {data.length === 0 && (
            <p role="status">
              {rested ? t('Nothing found') : t('The catalogue has no products and no public discounts.')}
            </p>
          )}
        </>
      ) : (
        <Loading error={error} onRetry={refetch} />
      )}
      <div className="ask-acts">
        <Button onClick={onClose}>{t('Cancel')}</Button>
      </div>
    </Dialog>
  )
}

function factsOf({ kind, priceRange, available, code, summary, title }: CardOffer): string {
  const facts =
    kind === 'discount'
      ? [t('Discount'), code, summary !== title && summary]
      : [priceRange && rangeOf(priceRange), !available && t('Sold out')]
  return facts.filter(Boolean).join(' · ')
}

function rangeOf({ min, max }: NonNullable<CardOffer['priceRange']>): string {
  const from = price(min.amount, min.currencyCode)
  return min.amount === max.amount ? from : `${from} – ${price(max.amount, max.currencyCode)}`
}
