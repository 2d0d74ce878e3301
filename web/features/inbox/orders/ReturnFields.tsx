import { useState } from 'react'
import type { OrderActionsLine } from '../../../api/records.ts'
import { t } from '../../../base/texts.ts'

type Items = OrderActionsLine['returnable']

/** What is sent back: how many of each item that can be. None of them cannot be sent. */
export function ReturnFields({ items }: { items: Items }) {
  const [quantities, setQuantities] = useState(() => new Map(items.map(({ id, quantity }) => [id, quantity])))
  const isNone = [...quantities.values()].every((quantity) => !quantity)
  return (
    <fieldset className="order-items">
      <legend>{t('Items')}</legend>
      {items.map(({ id, title, quantity }, n) => (
        <label key={id}>
          <span dir="auto">{title}</span>
          <input
            name={nameOf(n)}
            type="number"
            min={0}
            max={quantity}
            required
            defaultValue={quantity}
            ref={(input) => input?.setCustomValidity(isNone ? t('Choose at least one item.') : '')}
            onChange={({ target }) => setQuantities((now) => new Map(now).set(id, Number(target.value)))}
          />
          <span>{t('of {0}', quantity)}</span>
        </label>
      ))}
    </fieldset>
  )
}

const nameOf = (n: number) => `item-${n}`

/** The items of a form with those fields, by the text of each field. */
export const returnedFrom = (items: Items, text: (name: string) => string) =>
  items.map(({ id }, n) => ({ id, quantity: Number(text(nameOf(n))) })).filter(({ quantity }) => quantity > 0)
