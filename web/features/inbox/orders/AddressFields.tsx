import type { OrderActionRequest, OrderActionsLine } from '../../../api/records.ts'
import { t } from '../../../base/texts.ts'

type Address = NonNullable<OrderActionRequest['address']>

const FIELDS: { name: keyof Address; label: string; isRequired?: true }[] = [
  { name: 'firstName', label: t('First name') },
  { name: 'lastName', label: t('Last name'), isRequired: true },
  { name: 'company', label: t('Company') },
  { name: 'address1', label: t('Street and number'), isRequired: true },
  { name: 'address2', label: t('Second line') },
  { name: 'zip', label: t('Postal code') },
  { name: 'city', label: t('City'), isRequired: true },
  { name: 'province', label: t('State or province') },
  { name: 'countryCode', label: t('Country (two letters)'), isRequired: true },
  { name: 'phone', label: t('Phone') },
]
const LINE_MAX = 200

/** Fields of an order's shipping address, filled with the shop's values. */
export function AddressFields({ address }: { address: OrderActionsLine['address'] }) {
  return (
    <div className="order-address">
      {FIELDS.map(({ name, label, isRequired }) => (
        <label key={name} className={`order-${name}`}>
          {label}
          <input
            name={name}
            defaultValue={address?.[name] ?? ''}
            required={isRequired}
            autoComplete="off"
            {...(name === 'countryCode' ? { pattern: '[A-Za-z]{2}', maxLength: 2 } : { maxLength: LINE_MAX })}
          />
        </label>
      ))}
    </div>
  )
}

export function addressFrom(text: (name: string) => string): Address {
  const entered = Object.fromEntries(FIELDS.map(({ name }) => [name, text(name)])) as unknown as Address
  return { ...entered, countryCode: entered.countryCode.toUpperCase() }
}
