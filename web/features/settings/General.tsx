import { useQuery } from '@tanstack/react-query'
import { changeStore, storeQuery } from '../../api/store/settings.ts'
import { AFTER_SALE_MAX, STORE_NAME_MAX } from '../../base/limits.ts'
import { Link, pathTo } from '../../base/router.ts'
import { t } from '../../base/texts.ts'
import { findMe } from '../../live/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Copyable } from '../../ui/Copyable.tsx'
import { Form } from '../../ui/Form.tsx'
import { attempt } from '../../ui/forms.ts'
import { Loading } from '../../ui/Loading.tsx'
import { Toggle } from '../../ui/Toggle.tsx'
import { SessionLimits } from './SessionLimits.tsx'

const AFTER_SALE = [
  ['returnDays', 'days', t('Days for returns, from delivery')],
  ['refundDays', 'days', t('Days for refunds, from delivery')],
  ['cancelHours', 'hours', t('Hours to cancel, from the order')],
  ['editHours', 'hours', t('Hours to change, from the order')],
] as const

/** The store's name, how conversations are handled, and the after-sale rules. */
export default function General() {
  const { data: store, error, refetch } = useQuery(storeQuery)
  if (!store) return <Loading error={error} onRetry={refetch} />
  const { settings } = store
  const save = (change: Parameters<typeof changeStore>[0]) => attempt(() => changeStore(change), t('Saved'))
  return (
    <>
      <Card title={t('Store')}>
        <Form draft="store" onSave={(form) => save({ name: form('name') })}>
          <label>
            {t('Name')}
            <input name="name" defaultValue={store.name} maxLength={STORE_NAME_MAX} required />
          </label>
          <Button type="submit">{t('Save')}</Button>
        </Form>
        <p className="about">
          {t('Plan')}: <strong className="plan">{store.plan}</strong>.{' '}
          {t('Ask your Parley administrator to change this.')}
        </p>
        <p className="about">{t('App ID, public:')}</p>
        <Copyable text={store.appId} label={t('the App ID')} />
      </Card>
      <Card
        title={t('API keys')}
        about={t('For integrations. Anyone with a key can read and write all of the store’s conversations.')}
      >
        <p>
          <Link className="button plain" href={pathTo('settings', 'general', 'keys')}>
            {t('Manage keys')}
          </Link>
        </p>
      </Card>
      <Card title={t('Signing in')}>
        <Toggle
          label={t('Require two-factor authentication')}
          about={t('Members must set up an authenticator app or a passkey before they can use the inbox.')}
          isOn={store.requireSecondFactor}
          onChange={(requireSecondFactor) => void save({ requireSecondFactor }).then(() => findMe())}
        />
        <SessionLimits />
      </Card>
      <Card title={t('Conversations')}>
        <Toggle
          label={t('Assign to the member who replies')}
          about={t('The conversation is assigned to the member who replies, unless the AI agent handles it.')}
          isOn={settings.autoAssign}
          onChange={(autoAssign) => void save({ settings: { autoAssign } })}
        />
        <Toggle
          label={t('Reopen when the customer writes')}
          about={t('A resolved conversation reopens when the customer writes again.')}
          isOn={settings.reopenOnCustomerMessage}
          onChange={(reopenOnCustomerMessage) => void save({ settings: { reopenOnCustomerMessage } })}
        />
      </Card>
      <Card title={t('Reports')}>
        <Toggle
          label={t('Count orders after conversations')}
          about={t(
            'Reports show orders that customers placed up to three days after a reply, by member, AI agent and campaign.',
          )}
          isOn={store.salesReport}
          onChange={(salesReport) => void save({ salesReport })}
        />
      </Card>
      <Card title={t('After the sale')} about={t('How long customers can ask for each of these.')}>
        <Form
          draft="after-sale"
          onSave={(form) => {
            const afterSale = Object.fromEntries(AFTER_SALE.map(([name]) => [name, Number(form(name))]))
            return save({ settings: { afterSale } })
          }}
        >
          <div className="two">
            {AFTER_SALE.map(([name, unit, label]) => (
              <label key={name}>
                {label}
                <input
                  type="number"
                  name={name}
                  min={0}
                  max={AFTER_SALE_MAX[unit]}
                  defaultValue={settings.afterSale[name]}
                  required
                />
              </label>
            ))}
          </div>
          <Button type="submit">{t('Save')}</Button>
        </Form>
      </Card>
    </>
  )
}
