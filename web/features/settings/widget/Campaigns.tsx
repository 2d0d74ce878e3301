import type { Widget } from '../../../api/records.ts'
import { WIDGET_MAX } from '../../../base/limits.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { fields } from '../../../ui/forms.ts'
import type { WidgetProps } from './widget-props.ts'

type Campaign = Widget['campaigns'][number]

const dates = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** Messages that the widget shows by itself. */
export function Campaigns({ widget, onSave }: WidgetProps) {
  const campaigns = Array.isArray(widget.campaigns) ? (widget.campaigns as Campaign[]) : []
  return (
    <Card
      title="Campaigns"
      about="A message that shows by itself where its rules all hold, or when the store runs its key (trigger:run)."
    >
      <ul className="lines">
        {campaigns.map((campaign) => (
          <li key={campaign.key}>
            <div>
              <strong>{campaign.key}</strong>
              <p className="about">{campaign.text}</p>
              <p className="about">{rulesInWords(campaign)}</p>
            </div>
            <Button
              kind="danger"
              onClick={() => void onSave({ campaigns: campaigns.filter(({ key }) => key !== campaign.key) })}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <form
        className="form"
        onSubmit={(event) => {
          const form = fields(event)
          const target = event.currentTarget
          const number = (name: string) => (form(name).trim() ? { [name]: Number(form(name)) } : {})
          const rules = {
            ...(form('url').trim() && { url: form('url').trim() }),
            ...number('seconds'),
            ...number('cartTotal'),
            ...number('scroll'),
            ...(form('exit') === 'on' && { exit: true }),
            ...(form('languages').trim() && {
              languages: form('languages')
                .trim()
                .split(/[\s,]+/),
            }),
            ...(form('returning') && { returning: form('returning') === 'yes' }),
            ...(form('attribute').trim() && {
              attribute: { name: form('attribute').trim(), value: form('attributeValue').trim() },
            }),
          }
          const moment = (name: string) => (form(name) ? { [name]: new Date(form(name)).toISOString() } : {})
          const made: Campaign = {
            key: form('key').trim(),
            text: form('text'),
            ...(form('senderName').trim() && { senderName: form('senderName').trim() }),
            once: form('repeat') === 'once',
            ...(form('repeat') === 'days' && { everyDays: Number(form('everyDays')) || 7 }),
            ...moment('from'),
            ...moment('until'),
            ...(form('imageUrl').trim() && { imageUrl: form('imageUrl').trim() }),
            ...(form('buttonUrl').trim() && {
              button: { label: form('buttonLabel').trim() || 'Open', url: form('buttonUrl').trim() },
            }),
            ...(Object.keys(rules).length > 0 && { rules }),
          }
          const others = campaigns.filter(({ key }) => key !== made.key)
          void onSave({ campaigns: [...others, made] }).then((isDone) => isDone && target.reset())
        }}
      >
        <div className="two">
          <label>
            Key
            <input name="key" maxLength={WIDGET_MAX.campaignKey} required placeholder="free-shipping" />
          </label>
          <label>
            Part of the page’s address
            <input name="url" maxLength={WIDGET_MAX.campaignUrl} placeholder="/cart" />
          </label>
          <label>
            Seconds on the page
            <input name="seconds" type="number" min={0} max={WIDGET_MAX.campaignSeconds} />
          </label>
          <label>
            Cart of at least
            <input name="cartTotal" type="number" min={0} step="0.01" />
          </label>
          <label>
            Scrolled through the page, in per cent
            <input name="scroll" type="number" min={1} max={100} />
          </label>
          <label>
            Languages
            <input name="languages" placeholder="en, de" />
          </label>
          <label className="check">
            <input type="checkbox" name="exit" /> When the shopper is about to leave
          </label>
          <label>
            Who
            <select name="returning" defaultValue="">
              <option value="">Everybody</option>
              <option value="no">Who is here for the first time</option>
              <option value="yes">Who was here before</option>
            </select>
          </label>
          <label>
            How often
            <select name="repeat" defaultValue="once">
              <option value="once">Once for each shopper</option>
              <option value="days">Again after some days</option>
              <option value="always">On each page</option>
            </select>
          </label>
          <label>
            Days before it shows again
            <input name="everyDays" type="number" min={1} max={365} placeholder="7" />
          </label>
          <label>
            Shopper’s attribute
            <input name="attribute" maxLength={255} placeholder="tier" />
          </label>
          <label>
            Its value
            <input name="attributeValue" maxLength={1_000} placeholder="gold" />
          </label>
          <label>
            From
            <input name="from" type="datetime-local" />
          </label>
          <label>
            Until
            <input name="until" type="datetime-local" />
          </label>
          <label>
            Address of a picture
            <input name="imageUrl" type="url" pattern="https://.*" placeholder="https://…" />
          </label>
          <label>
            Sender’s name
            <input name="senderName" maxLength={80} />
          </label>
          <label>
            A button’s words
            <input name="buttonLabel" maxLength={40} placeholder="See the offers" />
          </label>
          <label>
            Where the button leads
            <input name="buttonUrl" type="url" pattern="https://.*" placeholder="https://…" />
          </label>
        </div>
        <label>
          Message
          <textarea name="text" rows={2} maxLength={WIDGET_MAX.campaignText} required />
        </label>
        <Button type="submit">Save the campaign</Button>
      </form>
    </Card>
  )
}

function rulesInWords({ rules, once, everyDays, from, until }: Campaign): string {
  const parts = [
    rules?.url && `on pages with ${rules.url}`,
    rules?.seconds !== undefined && `after ${rules.seconds} s`,
    rules?.cartTotal !== undefined && `with a cart of at least ${rules.cartTotal}`,
    rules?.scroll !== undefined && `scrolled through ${rules.scroll} %`,
    rules?.exit && 'about to leave',
    rules?.languages && `in ${rules.languages.join(', ')}`,
    rules?.returning !== undefined && (rules.returning ? 'here before' : 'here for the first time'),
    rules?.attribute && `with ${rules.attribute.name} ${rules.attribute.value}`,
    from && `from ${dates.format(new Date(from))}`,
    until && `until ${dates.format(new Date(until))}`,
  ].filter(Boolean)
  const when = parts.length > 0 ? parts.join(', ') : 'when the store runs it'
  if (everyDays) return `${when}, again after ${everyDays} days`
  return once === false ? when : `${when}, once`
}
