import type { Store } from '../../../api/records.ts'
import type { SettingsChange } from '../../../api/store/settings.ts'
import { ALLOWED_AMOUNT_MAX } from '../../../base/limits.ts'
import { t } from '../../../base/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Form } from '../../../ui/Form.tsx'
import { Toggle } from '../../../ui/Toggle.tsx'

const AMOUNTS = [
  ['cancelUpTo', t('Cancel orders up to')],
  ['refundUpTo', t('Refund up to')],
  ['addressUpTo', t('Change the address of orders up to')],
  ['returnUpTo', t('Return orders up to')],
] as const

/** Whether the AI agent prepares order actions, and which of them need no approval. */
export function OrderActions({
  actions = {},
  onSave,
}: {
  /** Undefined until one of them was set; each part of it, too. */
  actions: Store['settings']['ai']['orderActions']
  onSave: (change: NonNullable<SettingsChange['ai']>) => Promise<boolean>
}) {
  const save = (orderActions: NonNullable<SettingsChange['ai']>['orderActions']) => onSave({ orderActions })
  return (
    <Card title={t('Order actions')}>
      <Toggle
        label={t('Prepares order actions')}
        about={t(
          'The AI agent prepares cancellations, refunds, returns and changes of address of a customer’s own order in a connected shop. A member approves or declines each in the conversation.',
        )}
        isOn={actions.enabled ?? false}
        onChange={(enabled) => void save({ enabled })}
      />
      {actions.enabled && (
        <Form
          draft="order-actions"
          onSave={(form) =>
            save({
              ...Object.fromEntries(AMOUNTS.map(([name]) => [name, Number(form(name))])),
              currencyCode: form('currencyCode').trim().toUpperCase(),
            })
          }
        >
          <p className="about">
            {t(
              'Up to these amounts no approval is needed. With 0, a member approves each. Other currencies need approval.',
            )}
          </p>
          {AMOUNTS.map(([name, label]) => (
            <label key={name}>
              {label}
              <input
                name={name}
                type="number"
                min={0}
                max={ALLOWED_AMOUNT_MAX}
                step="any"
                defaultValue={actions[name] ?? 0}
                required
              />
            </label>
          ))}
          <label>
            {t('Currency')}
            <input
              name="currencyCode"
              defaultValue={actions.currencyCode ?? 'USD'}
              pattern="[A-Za-z]{3}"
              maxLength={3}
              required
            />
          </label>
          <div className="acts">
            <Button type="submit">{t('Save')}</Button>
          </div>
        </Form>
      )}
    </Card>
  )
}
