import { useQuery } from '@tanstack/react-query'
import { changeStore, storeQuery } from '../../api/settings.ts'
import { AFTER_SALE_MAX, STORE_NAME_MAX } from '../../base/limits.ts'
import { Link, pathTo } from '../../base/router.ts'
import { findMe } from '../../live/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Copyable } from '../../ui/Copyable.tsx'
import { attempt, fields } from '../../ui/forms.ts'
import { Loading } from '../../ui/Loading.tsx'
import { Toggle } from '../../ui/Toggle.tsx'

const AFTER_SALE = [
  ['returnDays', 'days', 'Days for returns, from delivery'],
  ['refundDays', 'days', 'Days for refunds, from delivery'],
  ['cancelHours', 'hours', 'Hours to cancel, from the order'],
  ['editHours', 'hours', 'Hours to change, from the order'],
] as const

/** The store's name, how conversations are handled, and the after-sale rules. */
export default function General() {
  const { data: store, error, refetch } = useQuery(storeQuery)
  if (!store) return <Loading error={error} onRetry={refetch} />
  const { settings } = store
  const save = (change: Parameters<typeof changeStore>[0]) => attempt(() => changeStore(change), 'Saved')
  return (
    <>
      <Card title="Store">
        <form
          className="form"
          onSubmit={(event) => {
            const form = fields(event)
            void save({ name: form('name') })
          }}
        >
          <label>
            Name
            <input name="name" defaultValue={store.name} maxLength={STORE_NAME_MAX} required />
          </label>
          <Button type="submit">Save</Button>
        </form>
        <p className="about">
          Plan: <strong className="plan">{store.plan}</strong>. Whoever runs this service changes it.
        </p>
        <p className="about">App ID, public:</p>
        <Copyable text={store.appId} label="the App ID" />
      </Card>
      <Card title="API keys" about="For integrations: who has a key reads and writes all of the store’s conversations.">
        <p>
          <Link className="button plain" href={pathTo('settings', 'general', 'keys')}>
            Manage keys
          </Link>
        </p>
      </Card>
      <Card title="Signing in">
        <Toggle
          label="Second factor for everybody"
          about="Members without an authenticator app set one up before they see the inbox."
          isOn={store.requireSecondFactor}
          onChange={(requireSecondFactor) => void save({ requireSecondFactor }).then(() => findMe())}
        />
      </Card>
      <Card title="Conversations">
        <Toggle
          label="Assign to who replies"
          about="A replying member gets the conversation, unless the AI agent holds it."
          isOn={settings.autoAssign}
          onChange={(autoAssign) => void save({ settings: { autoAssign } })}
        />
        <Toggle
          label="Reopen when the customer writes"
          about="A resolved conversation comes back when its customer says something more."
          isOn={settings.reopenOnCustomerMessage}
          onChange={(reopenOnCustomerMessage) => void save({ settings: { reopenOnCustomerMessage } })}
        />
      </Card>
      <Card title="After the sale" about="What customers may ask for, and until when.">
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
          <Button type="submit">Save</Button>
        </form>
      </Card>
    </>
  )
}
