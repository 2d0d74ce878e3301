import type { Connection } from '../../../api/records.ts'
import { t } from '../../../base/texts.ts'
import { ago } from '../../../base/time.ts'

const KINDS: Record<string, string> = {
  product: t('Products'),
  collection: t('Collections'),
  discount: t('Discounts'),
  sizeGuide: t('Size guides'),
  faq: t('Articles'),
  order: t('Orders'),
  contact: t('Customers'),
}
const number = new Intl.NumberFormat()

/** Records that a shop has sent, by kind; and the progress while all of it is being read. */
export function Progress({ sync: { kinds, waiting }, hasTrouble }: Pick<Connection, 'sync'> & { hasTrouble: boolean }) {
  if (kinds.length === 0 && waiting === 0 && hasTrouble) return null
  return (
    <div className="shop-progress whole">
      {kinds.length === 0 && waiting === 0 && <p className="about">{t('No data received yet.')}</p>}
      {kinds.length > 0 && (
        <ul aria-label={t('What it has reported')}>
          {kinds.map(({ kind, records, total, isComplete, lastSeenAt }) => {
            const isUnderway = isComplete === false
            const of = isUnderway && total !== null
            const name = KINDS[kind] ?? kind
            return (
              <li key={kind}>
                <span className="shop-kind">{name}</span>
                <span className="shop-count">
                  {of ? t('{0} of {1}', number.format(records), number.format(total)) : number.format(records)}
                </span>
                <span className="about">
                  {isUnderway ? t('syncing…') : lastSeenAt ? t('last update: {0}', ago(lastSeenAt)) : ''}
                </span>
                {isUnderway && <progress aria-label={name} {...(of && { value: records, max: Math.max(total, 1) })} />}
              </li>
            )
          })}
        </ul>
      )}
      {waiting > 0 && (
        <p className="about" role="status">
          {t('Deliveries still to be applied: {0}', number.format(waiting))}
        </p>
      )}
    </div>
  )
}
