import { WIDGET_MAX } from '../../../base/limits.ts'
import { t } from '../../../base/texts.ts'
import { Card } from '../../../ui/Card.tsx'
import { LinesForm } from '../../../ui/LinesForm.tsx'
import { Toggle } from '../../../ui/Toggle.tsx'
import type { WidgetProps } from './widget-props.ts'

const REPLY_TIMES = [
  ['', t('Not said')],
  ['minutes', t('In minutes')],
  ['hours', t('Within hours')],
  ['day', t('Within a day')],
] as const

/** What the widget's home screen tells of the team, and which articles it offers. */
export function HomeScreen({ widget, onSave }: WidgetProps) {
  return (
    <Card title={t('Home screen')}>
      <Toggle
        label={t('The team’s faces')}
        about={t('First names and pictures of active members, before anybody has written.')}
        isOn={widget.showTeam === true}
        onChange={(showTeam) => void onSave({ showTeam })}
      />
      <Toggle
        label={t('Help articles')}
        isOn={widget.articles !== false}
        onChange={(articles) => void onSave({ articles })}
      />
      <Toggle
        label={t('Order look-up')}
        about={t(
          'By number and email address: what was ordered, where the parcel is, and the way to a return. Customers whose id you sign see their last order at once.',
        )}
        isOn={widget.orders === true}
        onChange={(orders) => void onSave({ orders })}
      />
      <label>
        {t('How soon you usually reply')}
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
        {t('Ids of the articles to offer, one a line; up to {0}. Without any, the first three.', WIDGET_MAX.popular)}
      </p>
      <LinesForm
        label={t('Articles on the home screen')}
        placeholder="shipping-times"
        rows={3}
        lines={Array.isArray(widget.popular) ? (widget.popular as string[]) : []}
        onSave={(popular) => onSave({ popular })}
      />
    </Card>
  )
}
