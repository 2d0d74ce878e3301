import { useState } from 'react'
import { WIDGET_MAX } from '../../../base/limits.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { fields } from '../../../ui/forms.ts'
import { ownText } from './WidgetTexts.tsx'
import type { WidgetProps } from './widget-props.ts'

const DEFAULT_COLOR = '#1f6f54'

/** The widget's colour, place and first words. */
export function WidgetLook({ widget, onSave }: WidgetProps) {
  const text = (name: string, fallback = '') => (typeof widget[name] === 'string' ? (widget[name] as string) : fallback)
  const [color, setColor] = useState(text('color', DEFAULT_COLOR))
  const [greeting, setGreeting] = useState(text('greeting'))
  const [intro, setIntro] = useState(text('intro'))
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
            // Null brings our own words back.
            greeting: greeting || null,
            intro: intro || null,
          })
        }}
      >
        <div className="look">
          <label className="color">
            Colour
            <input type="color" value={color} onChange={(event) => setColor(event.target.value)} />
          </label>
          <div className="look-preview" aria-hidden="true">
            <span style={{ background: color, color: inkOn(color) }} dir="auto">
              <strong>{greeting || ownText(widget, 'greeting')}</strong>
              {intro || ownText(widget, 'intro')}
            </span>
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
              <option value="hidden">None: the store’s pages open it</option>
            </select>
          </label>
          <label>
            Greeting
            <input
              name="greeting"
              maxLength={WIDGET_MAX.greeting}
              value={greeting}
              onChange={(event) => setGreeting(event.target.value)}
              placeholder="From the texts"
            />
          </label>
        </div>
        <label>
          Introduction
          <input
            name="intro"
            maxLength={WIDGET_MAX.intro}
            value={intro}
            onChange={(event) => setIntro(event.target.value)}
            placeholder="From the texts"
          />
        </label>
        <Button type="submit">Save</Button>
      </form>
    </Card>
  )
}

/** Black or white, whichever has more contrast on a colour. The widget computes the same. */
function inkOn(color: string): string {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179 ? '#000' : '#fff'
}
