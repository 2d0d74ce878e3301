import type { CardOffer } from '../../../api/records.ts'
import { t } from '../../../base/texts.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { onDemand } from '../../../ui/on-demand.tsx'

export const CardDialog = onDemand(() => import('./CardDialog.tsx'))

/** Products and discounts that go with the reply in the composer. */
export function ChosenCards({ cards, onRemove }: { cards: CardOffer[]; onRemove: (card: CardOffer) => void }) {
  return (
    <ul className="attached" aria-label={t('Products and discounts in this reply')}>
      {cards.map((card) => (
        <li key={`${card.kind} ${card.id}`} className="chip removable">
          <span className="text-end">{card.title}</span>
          <IconButton icon="close" label={t('Remove {0}', card.title)} onClick={() => onRemove(card)} />
        </li>
      ))}
    </ul>
  )
}
