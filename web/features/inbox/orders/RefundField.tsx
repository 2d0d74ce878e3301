import { useState } from 'react'
import type { OrderActionsLine } from '../../../api/records.ts'
import { price } from '../../../base/money.ts'
import { t } from '../../../base/texts.ts'

interface Props {
  left: NonNullable<OrderActionsLine['left']>
  decimals: number
}

/** How much is refunded: all that is left, or a part. */
export function RefundField({ left: { amount, currencyCode }, decimals }: Props) {
  const [value, setValue] = useState(amount)
  const most = price(amount, currencyCode)
  const check = (text: string) => {
    const [, behind = ''] = text.split('.')
    if (!/^\d+(\.\d+)?$/.test(text) || behind.length > decimals || Number(text) === 0)
      return t('An amount such as {0}.', amount)
    return Number(text) > Number(amount) ? t('At most {0}.', most) : ''
  }
  return (
    <label>
      {t('Amount')}
      <span className="order-amount">
        <input
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          required
          value={value}
          ref={(input) => input?.setCustomValidity(check(value))}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => setValue(target.value.replace(',', '.'))}
        />
        <span>{currencyCode}</span>
      </span>
      <span className="order-left">{t('{0} can still be refunded.', most)}</span>
    </label>
  )
}
