import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { useLoad } from '../../ui/useLoad.ts'
import { fields } from './Account.tsx'
import * as calls from './calls.ts'
import { IdentitySecrets } from './IdentitySecrets.tsx'
import { attempt, Card, Copyable, Loading, Toggle } from './parts.tsx'
import { WidgetTalk } from './WidgetTalk.tsx'
import { WidgetTexts } from './WidgetTexts.tsx'

/** How shoppers see the store's chat, and how it gets into the shop's pages. */
export default function Widget() {
  const { data: store, error, reload, set } = useLoad(calls.getStore)
  const [saves, setSaves] = useState(0)
  if (!store) return <Loading error={error} onRetry={reload} />
  const { widget, allowedOrigins } = store.settings
  const save = (settings: Parameters<typeof calls.changeStore>[0]['settings'], done = 'Saved') =>
    attempt(async () => {
      set(await calls.changeStore({ settings: settings ?? {} }))
      setSaves((count) => count + 1)
    }, done)
  const saveWidget = (change: Record<string, unknown>) => save({ widget: change })
  return (
    <>
      <Card title="Install" about="Put this line into every page of your shop, before </body>.">
        <Copyable text={snippet(store)} label="the snippet" />
      </Card>
      <Look widget={widget} onSave={saveWidget} />
      <Card
        title="Preview"
        about={
          <>
            The widget itself, as saved.{' '}
            <a href={previewOf(store)} target="_blank" rel="noreferrer">
              Open it in a tab
            </a>{' '}
            to try it: what you write there is a real conversation.
          </>
        }
      >
        {/* Inert: the widget takes the focus when it opens, and this page keeps it. */}
        <iframe key={saves} className="widget-preview" src={previewOf(store)} title="Preview of the widget" inert />
      </Card>
      <WidgetTalk widget={widget} onSave={saveWidget} />
      <WidgetTexts widget={widget} onSave={saveWidget} />
      <Card title="Behaviour">
        <Toggle
          label="Help articles on the home screen"
          isOn={widget.articles !== false}
          onChange={(articles) => void saveWidget({ articles })}
        />
        <Toggle
          label="A sound for new messages"
          isOn={widget.sound !== false}
          onChange={(sound) => void saveWidget({ sound })}
        />
      </Card>
      <Card title="Where it may run" about="Web origins whose pages may load the widget, one a line. Empty allows all.">
        <form
          className="form"
          onSubmit={(event) => {
            const form = fields(event)
            void save({ allowedOrigins: form('origins').split(/\s+/).filter(Boolean) })
          }}
        >
          <textarea
            name="origins"
            aria-label="Origins"
            rows={3}
            placeholder="https://shop.example"
            defaultValue={allowedOrigins.join('\n')}
          />
          <Button type="submit">Save</Button>
        </form>
      </Card>
      <IdentitySecrets />
    </>
  )
}

export function snippet({ baseUrl, appId }: { baseUrl: string; appId: string }): string {
  return `<script src="${baseUrl}/sdk.js" data-app-id="${appId}" async></script>`
}

const previewOf = ({ appId }: { appId: string }) => `/storefront/preview?app=${encodeURIComponent(appId)}`

const DEFAULT_COLOR = '#1f6f54'

function Look({
  widget,
  onSave,
}: {
  widget: Record<string, unknown>
  onSave: (change: Record<string, unknown>) => unknown
}) {
  const text = (name: string, fallback = '') => (typeof widget[name] === 'string' ? (widget[name] as string) : fallback)
  const [color, setColor] = useState(text('color', DEFAULT_COLOR))
  return (
    <Card title="Look">
      <form
        className="form"
        onSubmit={(event) => {
          const form = fields(event)
          void onSave({
            color,
            darkMode: form('darkMode'),
            position: form('position'),
            launcher: form('launcher'),
            ...(form('greeting') && { greeting: form('greeting') }),
            ...(form('intro') && { intro: form('intro') }),
          })
        }}
      >
        <div className="look">
          <label className="color">
            Colour
            <input type="color" value={color} onChange={(event) => setColor(event.target.value)} />
          </label>
          <div className="look-preview" aria-hidden="true">
            <span style={{ background: color, color: inkOn(color) }}>{text('greeting', 'Hello!')}</span>
            <i style={{ background: color }} />
          </div>
        </div>
        <div className="two">
          <label>
            Light or dark
            <select name="darkMode" defaultValue={text('darkMode', 'auto')}>
              <option value="auto">As the shopper’s system</option>
              <option value="light">Light</option>
              <option value="dark">Dark</option>
            </select>
          </label>
          <label>
            Side
            <select name="position" defaultValue={text('position', 'right')}>
              <option value="right">Right</option>
              <option value="left">Left</option>
            </select>
          </label>
          <label>
            Launcher
            <select name="launcher" defaultValue={text('launcher', 'circle')}>
              <option value="circle">A round button</option>
              <option value="pill">A button with words</option>
              <option value="hidden">None: the shop’s pages open it</option>
            </select>
          </label>
          <label>
            Greeting
            <input name="greeting" maxLength={120} defaultValue={text('greeting')} placeholder="From the texts" />
          </label>
        </div>
        <label>
          Introduction
          <input name="intro" maxLength={300} defaultValue={text('intro')} placeholder="From the texts" />
        </label>
        <Button type="submit">Save</Button>
      </form>
    </Card>
  )
}

/** Black or white, whichever reads better on a colour: as the widget itself decides. */
function inkOn(color: string): string {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179 ? '#000' : '#fff'
}
