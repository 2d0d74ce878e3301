import type { Context } from '../../../api/records.ts'
import { price } from '../../../base/money.ts'
import { t } from '../../../base/texts.ts'
import { ago } from '../../../base/time.ts'
import { readCart } from './cart.ts'
import { Section } from './Section.tsx'

/** The shopper's cart, as the store's page last said; it changes while they shop. */
export function CartSection({ said }: { said: Context['said'] }) {
  const known = said.find(({ kind }) => kind === 'cart')
  const cart = known && readCart(known.data as Record<string, unknown>)
  if (!cart) return null
  return (
    <Section title={t('Cart')}>
      {cart.lines.length > 0 && (
        <ul className="cart-lines">
          {cart.lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no ids that every shop names
            <li key={at}>
              <span>
                {line.quantity} × {line.title}
              </span>
              {line.price && <span>{price(line.price.amount, line.price.currency)}</span>}
            </li>
          ))}
        </ul>
      )}
      <p className="cart-total">
        {cart.total && cart.lines.length === 0 && Number(cart.total.amount) > 0
          ? t('Total: {0}', price(cart.total.amount, cart.total.currency))
          : cart.lines.length === 0
            ? t('Empty')
            : cart.total && t('Total: {0}', price(cart.total.amount, cart.total.currency))}
      </p>
      <p className="about">{t('As the store’s page says, {0}', ago(known.updatedAt))}</p>
    </Section>
  )
}

/** Whether the cart is shown as a cart; otherwise it is shown as it came. */
export const isShownCart = ({ kind, data }: Context['said'][number]): boolean =>
  kind === 'cart' && readCart(data as Record<string, unknown>) !== null
