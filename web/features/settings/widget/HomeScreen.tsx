import { WIDGET_MAX } from '../../../base/limits.ts'
import { Card } from '../../../ui/Card.tsx'
import { LinesForm } from '../../../ui/LinesForm.tsx'
import { Toggle } from '../../../ui/Toggle.tsx'
import type { WidgetProps } from './widget-props.ts'

const REPLY_TIMES = [
  ['', 'Not said'],
  ['minutes', 'In minutes'],
  ['hours', 'Within hours'],
  ['day', 'Within a day'],
] as const

/** What the widget's home screen tells of the team, and which articles it offers. */
export function HomeScreen({ widget, onSave }: WidgetProps) {
  return (
    <Card title="Home screen">
      <Toggle
        label="The team’s faces"
        about="First names and pictures of active members, before anybody has written."
        isOn={widget.showTeam === true}
        onChange={(showTeam) => void onSave({ showTeam })}
      />
      <Toggle
        label="Help articles"
        isOn={widget.articles !== false}
        onChange={(articles) => void onSave({ articles })}
      />
      <Toggle
        label="Order look-up"
        about="By number and email address: what was ordered, where the parcel is, and the way to a return."
        isOn={widget.orders === true}
        onChange={(orders) => void onSave({ orders })}
      />
      <label>
        How soon you usually reply
        <select
          value={String(widget.replyTime ?? '')}
          onChange={(event) => void onSave({ replyTime: event.target.value || null })}
        >
          {REPLY_TIMES.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <p className="about">
        Ids of the articles to offer, one a line; up to {WIDGET_MAX.popular}. Without any, the first three.
      </p>
      <LinesForm
        label="Articles on the home screen"
        placeholder="shipping-times"
        rows={3}
        lines={Array.isArray(widget.popular) ? (widget.popular as string[]) : []}
        onSave={(popular) => onSave({ popular })}
      />
    </Card>
  )
}
