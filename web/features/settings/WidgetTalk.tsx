import { useState } from 'react'
import { Button, IconButton } from '../../ui/Button.tsx'
import { fields } from './Account.tsx'
import { Card } from './parts.tsx'

/** What the widget says and asks by itself: quick replies, the form before the chat, campaigns. */

interface Props {
  widget: Record<string, unknown>
  onSave: (change: Record<string, unknown>) => Promise<boolean>
}

export function WidgetTalk(props: Props) {
  return (
    <>
      <QuickReplies {...props} />
      <PreChat {...props} />
      <Campaigns {...props} />
    </>
  )
}

function QuickReplies({ widget, onSave }: Props) {
  const replies = Array.isArray(widget.quickReplies) ? (widget.quickReplies as string[]) : []
  return (
    <Card title="Quick replies" about="What shoppers can ask with one click, one a line; up to six, of 80 characters.">
      <form
        className="form"
        onSubmit={(event) => {
          const lines = fields(event)('replies').split('\n')
          void onSave({ quickReplies: lines.map((line) => line.trim()).filter(Boolean) })
        }}
      >
        <textarea
          name="replies"
          aria-label="Quick replies"
          rows={4}
          placeholder="Where is my order?"
          defaultValue={replies.join('\n')}
        />
        <Button type="submit">Save</Button>
      </form>
    </Card>
  )
}

interface Field {
  name: string
  label: string
  type: 'text' | 'email' | 'phone' | 'select'
  required?: boolean
  options?: string[]
}

interface Form {
  mode: 'off' | 'optional' | 'required'
  fields?: Field[]
  consent?: { text: string; required?: boolean }
}

const FIRST_FIELDS: Field[] = [
  { name: 'name', label: 'Name', type: 'text' },
  { name: 'email', label: 'Email', type: 'email', required: true },
]

function PreChat({ widget, onSave }: Props) {
  const saved = (widget.preChat ?? { mode: 'off' }) as Form
  const [mode, setMode] = useState(saved.mode)
  const [list, setList] = useState(saved.fields ?? FIRST_FIELDS)
  const change = (at: number, part: Partial<Field>) =>
    setList(list.map((field, i) => (i === at ? { ...field, ...part } : field)))
  return (
    <Card
      title="Form before the chat"
      about="Name, email and phone become the customer’s; other answers become attributes of the conversation."
    >
      <form
        className="form"
        onSubmit={(event) => {
          const form = fields(event)
          const text = form('consent').trim()
          const consent = text ? { consent: { text, required: form('mustConsent') === 'on' } } : {}
          void onSave({ preChat: { mode, fields: list, ...consent } })
        }}
      >
        <label>
          Show it
          <select value={mode} onChange={(event) => setMode(event.target.value as Form['mode'])}>
            <option value="off">Never</option>
            <option value="optional">Before the first message; it may be skipped</option>
            <option value="required">Before the first message; it has to be filled in</option>
          </select>
        </label>
        {mode !== 'off' && (
          <>
            <ul className="lines">
              {list.map((field, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: fields have no other identity while they are edited
                <li key={i}>
                  <FieldEditor field={field} onChange={(part) => change(i, part)} />
                  <IconButton
                    icon="close"
                    label={`Remove ${field.label || 'the field'}`}
                    onClick={() => setList(list.filter((_, n) => n !== i))}
                  />
                </li>
              ))}
            </ul>
            {list.length < 8 && (
              <Button
                kind="quiet"
                onClick={() => setList([...list, { name: `field-${list.length + 1}`, label: '', type: 'text' }])}
              >
                Add a field
              </Button>
            )}
            <label>
              Consent (optional)
              <textarea
                name="consent"
                rows={2}
                maxLength={1000}
                defaultValue={saved.consent?.text}
                placeholder="I agree that you keep what I write."
              />
            </label>
            <label className="check">
              <input type="checkbox" name="mustConsent" defaultChecked={saved.consent?.required ?? true} /> Without
              consent there is no chat
            </label>
          </>
        )}
        <Button type="submit">Save</Button>
      </form>
    </Card>
  )
}

function FieldEditor({ field, onChange }: { field: Field; onChange: (part: Partial<Field>) => void }) {
  return (
    <div className="two">
      <label>
        Label
        <input
          value={field.label}
          maxLength={120}
          required
          onChange={(event) => onChange({ label: event.target.value })}
        />
      </label>
      <label>
        Name of the attribute
        <input
          value={field.name}
          maxLength={64}
          pattern="[\w.\-]+"
          required
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </label>
      <label>
        Kind
        <select value={field.type} onChange={(event) => onChange({ type: event.target.value as Field['type'] })}>
          <option value="text">Text</option>
          <option value="email">Email address</option>
          <option value="phone">Phone number</option>
          <option value="select">Choice</option>
        </select>
      </label>
      {field.type === 'select' && (
        <label>
          Choices, separated by commas
          <input
            defaultValue={field.options?.join(', ')}
            required
            onChange={(event) =>
              onChange({
                options: event.target.value
                  .split(',')
                  .map((one) => one.trim())
                  .filter(Boolean),
              })
            }
          />
        </label>
      )}
      <label className="check">
        <input
          type="checkbox"
          checked={field.required ?? false}
          onChange={(event) => onChange({ required: event.target.checked })}
        />{' '}
        Required
      </label>
    </div>
  )
}

interface Campaign {
  key: string
  text: string
  senderName?: string
  rules?: { url?: string; seconds?: number; cartTotal?: number }
  once?: boolean
}

function Campaigns({ widget, onSave }: Props) {
  const campaigns = Array.isArray(widget.campaigns) ? (widget.campaigns as Campaign[]) : []
  return (
    <Card
      title="Campaigns"
      about="A message that shows by itself where its rules all hold, or when the shop runs its key (trigger:run)."
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
            <input name="key" maxLength={64} required placeholder="free-shipping" />
          </label>
          <label>
            Part of the page’s address
            <input name="url" maxLength={500} placeholder="/cart" />
          </label>
          <label>
            Seconds on the page
            <input name="seconds" type="number" min={0} max={3600} />
          </label>
          <label>
            Cart of at least
            <input name="cartTotal" type="number" min={0} step="0.01" />
          </label>
        </div>
        <label>
          Message
          <textarea name="text" rows={2} maxLength={1000} required />
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
  const when = parts.length > 0 ? parts.join(', ') : 'when the shop runs it'
  return once === false ? when : `${when}, once`
}
