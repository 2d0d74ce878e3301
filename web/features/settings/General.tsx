import { useQuery } from '@tanstack/react-query'
import { changeStore, storeQuery } from '../../api/store/settings.ts'
import { AFTER_SALE_MAX, STORE_NAME_MAX } from '../../base/limits.ts'
import { Link, pathTo } from '../../base/router.ts'
import { t } from '../../base/texts.ts'
import { findMe } from '../../live/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Copyable } from '../../ui/Copyable.tsx'
import { attempt, fields } from '../../ui/forms.ts'
import { Loading } from '../../ui/Loading.tsx'
import { Toggle } from '../../ui/Toggle.tsx'

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
        <form
          className="form"
          onSubmit={(event) => {
            const form = fields(event)
            void save({ name: form('name') })
          }}
        >
          <label>
            {t('Name')}
            <input name="name" defaultValue={store.name} maxLength={STORE_NAME_MAX} required />
          </label>
          <Button type="submit">{t('Save')}</Button>
        </form>
        <p className="about">
          {t('Plan')}: <strong className="plan">{store.plan}</strong>. {t('Whoever runs this service changes it.')}
        </p>
        <p className="about">{t('App ID, public:')}</p>
        <Copyable text={store.appId} label={t('the App ID')} />
      </Card>
      <Card
        title={t('API keys')}
        about={t('For integrations: who has a key reads and writes all of the store’s conversations.')}
      >
        <p>
          <Link className="button plain" href={pathTo('settings', 'general', 'keys')}>
            {t('Manage keys')}
          </Link>
        </p>
      </Card>
      <Card title={t('Signing in')}>
        <Toggle
          label={t('Second factor for everybody')}
          about={t('Members without an authenticator app set one up before they see the inbox.')}
          isOn={store.requireSecondFactor}
          onChange={(requireSecondFactor) => void save({ requireSecondFactor }).then(() => findMe())}
        />
      </Card>
      <Card title={t('Conversations')}>
        <Toggle
          label={t('Assign to who replies')}
          about={t('A replying member gets the conversation, unless the AI agent holds it.')}
          isOn={settings.autoAssign}
          onChange={(autoAssign) => void save({ settings: { autoAssign } })}
        />
        <Toggle
          label={t('Reopen when the customer writes')}
          about={t('A resolved conversation comes back when its customer says something more.')}
          isOn={settings.reopenOnCustomerMessage}
          onChange={(reopenOnCustomerMessage) => void save({ settings: { reopenOnCustomerMessage } })}
        />
      </Card>
      <Card title={t('After the sale')} about={t('What customers may ask for, and until when.')}>
        <form
          className="form"
          onSubmit={(event) => {
            const form = fields(event)
            const afterSale = Object.fromEntries(AFTER_SALE.map(([name]) => [name, Number(form(name))]))
            void save({ settings: { afterSale } })
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
        </form>
      </Card>
    </>
  )
}
