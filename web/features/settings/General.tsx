import { Button } from '../../ui/Button.tsx'
import { useLoad } from '../../ui/useLoad.ts'
import { fields } from './Account.tsx'
import * as calls from './calls.ts'
import { attempt, Card, Copyable, Loading, Toggle } from './parts.tsx'

const AFTER_SALE = [
  ['returnDays', 'Days for returns, from delivery'],
  ['refundDays', 'Days for refunds, from delivery'],
  ['cancelHours', 'Hours to cancel, from the order'],
  ['editHours', 'Hours to change, from the order'],
] as const

export default function General() {
  const { data: store, error, reload, set } = useLoad(calls.getStore)
  if (!store) return <Loading error={error} onRetry={reload} />
  const { settings } = store
  const save = (change: Parameters<typeof calls.changeStore>[0], done = 'Saved') =>
    attempt(async () => set(await calls.changeStore(change)), done)
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
            <input name="name" defaultValue={store.name} maxLength={200} required />
          </label>
          <Button type="submit">Save</Button>
        </form>
        <p className="about">
          Plan: <strong className="plan">{store.plan}</strong>. Whoever runs this service changes it.
        </p>
        <p className="about">App ID, public:</p>
        <Copyable text={store.appId} label="the App ID" />
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
            {AFTER_SALE.map(([name, label]) => (
              <label key={name}>
                {label}
                <input type="number" name={name} min={0} max={3650} defaultValue={settings.afterSale[name]} required />
              </label>
            ))}
          </div>
          <Button type="submit">Save</Button>
        </form>
      </Card>
    </>
  )
}
