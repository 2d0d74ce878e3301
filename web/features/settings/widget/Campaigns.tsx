import { WIDGET_MAX } from '../../../base/limits.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { fields } from '../../../ui/forms.ts'
import type { WidgetProps } from './widget-props.ts'

interface Campaign {
  key: string
  text: string
  senderName?: string
  rules?: { url?: string; seconds?: number; cartTotal?: number }
  once?: boolean
}

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
          }
          const made: Campaign = {
            key: form('key').trim(),
            text: form('text'),
            once: form('once') === 'on',
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
        </div>
        <label>
          Message
          <textarea name="text" rows={2} maxLength={WIDGET_MAX.campaignText} required />
        </label>
        <label className="check">
          <input type="checkbox" name="once" defaultChecked /> Once for each shopper
        </label>
        <Button type="submit">Save the campaign</Button>
      </form>
    </Card>
  )
}

function rulesInWords({ rules, once }: Campaign): string {
  const parts = [
    rules?.url && `on pages with ${rules.url}`,
    rules?.seconds !== undefined && `after ${rules.seconds} s`,
    rules?.cartTotal !== undefined && `with a cart of at least ${rules.cartTotal}`,
  ].filter(Boolean)
  const when = parts.length > 0 ? parts.join(', ') : 'when the store runs it'
  return once === false ? when : `${when}, once`
}
