import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { campaignsQuery } from '../../../api/store/settings.ts'
import { price } from '../../../base/money.ts'
import { useStore } from '../../../base/store.ts'
import { t } from '../../../base/texts.ts'
import { inbox } from '../../../live/state.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { CampaignForm } from './CampaignForm.tsx'
import type { Campaign, WidgetProps } from './widget-props.ts'

const numbers = new Intl.NumberFormat()
const dates = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** Messages that the widget shows by itself, and how many shoppers saw and followed each. */
export function Campaigns({ widget, onSave }: WidgetProps) {
  const { data } = useQuery(campaignsQuery)
  const [editing, setEditing] = useState<string | null>(null)
  const currency = useStore(inbox, (state) => state.me.store.currency)
  const campaigns = Array.isArray(widget.campaigns) ? (widget.campaigns as Campaign[]) : []
  const knowsCountry = data?.knowsCountry ?? false
  /** In its place; another campaign with the new key goes. */
  const replace = (key: string, changed: Campaign) =>
    onSave({
      campaigns: campaigns.flatMap((one) => (one.key === key ? [changed] : one.key === changed.key ? [] : [one])),
    })
  const countsOf = (key: string) => {
    const found = data?.counts.find((one) => one.key === key)
    return found && t('Last {0} days: seen {1}, clicked {2}', data?.days, ...[found.shown, found.clicked].map(format))
  }
  return (
    <Card
      title={t('Campaigns')}
      about={t(
        'A message that appears when all its conditions match, or when your page calls trigger:run with its key.',
      )}
    >
      <ul className="lines">
        {campaigns.map((campaign) =>
          editing === campaign.key ? (
            <li key={campaign.key}>
              <CampaignForm
                {...{ knowsCountry, currency, campaign }}
                onCancel={() => setEditing(null)}
                onSave={async (changed) => {
                  const isDone = await replace(campaign.key, changed)
                  if (isDone) setEditing(null)
                  return isDone
                }}
              />
            </li>
          ) : (
            <li key={campaign.key}>
              <div>
                <strong>{campaign.key}</strong>
                <p className="about">{campaign.text}</p>
                <p className="about">{rulesInWords(campaign, currency)}</p>
                <p className="about">{countsOf(campaign.key)}</p>
              </div>
              <div className="acts">
                <Button onClick={() => setEditing(campaign.key)}>{t('Edit')}</Button>
                <Button
                  kind="danger"
                  onClick={() => void onSave({ campaigns: campaigns.filter(({ key }) => key !== campaign.key) })}
                >
                  {t('Remove')}
                </Button>
              </div>
            </li>
          ),
        )}
      </ul>
      {editing === null && (
        <CampaignForm
          key={campaigns.length}
          {...{ knowsCountry, currency }}
          onSave={(made) => onSave({ campaigns: [...campaigns.filter(({ key }) => key !== made.key), made] })}
        />
      )}
    </Card>
  )
}

const format = (count: number) => numbers.format(count)

/** When a campaign shows, as a line of text. */
function rulesInWords({ rules, once, everyDays, from, until }: Campaign, currency: string | null): string {
  const parts = [
    rules?.url && t('on pages with {0}', rules.url),
    rules?.seconds !== undefined && t('after {0} s', rules.seconds),
    rules?.cartTotal !== undefined && t('with a cart of at least {0}', price(String(rules.cartTotal), currency ?? '')),
    rules?.scroll !== undefined && t('scrolled {0}%', rules.scroll),
    rules?.exit && t('about to leave'),
    rules?.languages && t('languages: {0}', rules.languages.join(', ')),
    rules?.countries && t('countries: {0}', rules.countries.join(', ')),
    rules?.returning !== undefined && (rules.returning ? t('returning visitors') : t('first-time visitors')),
    rules?.event && t('on the event {0}', rules.event),
    rules?.attribute && t('with {0} {1}', rules.attribute.name, rules.attribute.value),
    from && t('from {0}', dates.format(new Date(from))),
    until && t('until {0}', dates.format(new Date(until))),
  ].filter(Boolean)
  const when = parts.length > 0 ? parts.join(', ') : t('when the store runs it')
  if (everyDays) return `${when}, ${t('again after a day|again after {0} days', everyDays)}`
  return once === false ? when : `${when}, ${t('once')}`
}
