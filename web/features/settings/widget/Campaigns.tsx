import { useQuery } from '@tanstack/react-query'
import { campaignsQuery } from '../../../api/store/settings.ts'
import { t } from '../../../base/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { CampaignForm } from './CampaignForm.tsx'
import { rulesInWords } from './campaign-words.ts'
import type { Campaign, WidgetProps } from './widget-props.ts'

const numbers = new Intl.NumberFormat()

/** Messages that the widget shows by itself, and how many shoppers saw and followed each. */
export function Campaigns({ widget, onSave }: WidgetProps) {
  const { data } = useQuery(campaignsQuery)
  const campaigns = Array.isArray(widget.campaigns) ? (widget.campaigns as Campaign[]) : []
  const countsOf = (key: string) => {
    const found = data?.counts.find((one) => one.key === key)
    return found && t('Last {0} days: seen {1}, clicked {2}', data?.days, ...[found.shown, found.clicked].map(format))
  }
  return (
    <Card
      title={t('Campaigns')}
      about={t(
        'A message that shows by itself where its rules all hold, or when the store runs its key (trigger:run).',
      )}
    >
      <ul className="lines">
        {campaigns.map((campaign) => (
          <li key={campaign.key}>
            <div>
              <strong>{campaign.key}</strong>
              <p className="about">{campaign.text}</p>
              <p className="about">{rulesInWords(campaign)}</p>
              <p className="about">{countsOf(campaign.key)}</p>
            </div>
            <Button
              kind="danger"
              onClick={() => void onSave({ campaigns: campaigns.filter(({ key }) => key !== campaign.key) })}
            >
              {t('Remove')}
            </Button>
          </li>
        ))}
      </ul>
      <CampaignForm
        knowsCountry={data?.knowsCountry ?? false}
        onSave={(made) => onSave({ campaigns: [...campaigns.filter(({ key }) => key !== made.key), made] })}
      />
    </Card>
  )
}

const format = (count: number) => numbers.format(count)
