import { WIDGET_MAX } from '../../../base/limits.ts'
import { t } from '../../../base/texts.ts'
import { Card } from '../../../ui/Card.tsx'
import { LinesForm } from '../../../ui/LinesForm.tsx'
import { Toggle } from '../../../ui/Toggle.tsx'
import type { WidgetProps } from './widget-props.ts'

const REPLY_TIMES = [
  ['', t('Not shown')],
  ['minutes', t('In minutes')],
  ['hours', t('Within hours')],
  ['day', t('Within a day')],
] as const

/** What the widget's home screen tells of the team, and which articles it offers. */
export function HomeScreen({ widget, onSave }: WidgetProps) {
  return (
    <Card title={t('Home screen')}>
      <Toggle
        label={t('Team photos')}
        about={t('Shows first names and photos of active members before a conversation starts.')}
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
          'Shoppers look up an order by its number and their email: items, parcel status and returns. Customers with a signed ID see their last order right away.',
        )}
        isOn={widget.orders === true}
        onChange={(orders) => void onSave({ orders })}
      />
      <label>
        {t('Usual reply time')}
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
        {t('IDs of the articles to show, one per line, up to {0}. Default: the first three.', WIDGET_MAX.popular)}
      </p>
      <LinesForm
        draft="home-articles"
        label={t('Articles on the home screen')}
        placeholder="shipping-times"
        rows={3}
        lines={Array.isArray(widget.popular) ? (widget.popular as string[]) : []}
        onSave={(popular) => onSave({ popular })}
      />
    </Card>
  )
}
