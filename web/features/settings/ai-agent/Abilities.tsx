import type { Store } from '../../../api/records.ts'
import type { SettingsChange } from '../../../api/store/settings.ts'
import { t } from '../../../base/texts.ts'
import { Card } from '../../../ui/Card.tsx'
import { Toggle } from '../../../ui/Toggle.tsx'

const TRAINING = [
  ['products', t('Products'), t('Search products and their questions and answers.')],
  ['collections', t('Collections'), t('Search collections.')],
  ['discounts', t('Discounts'), t('Mention public discounts.')],
] as const
const SKILLS = [
  ['orderTracking', t('Order tracking'), t('Tell customers where their order is.')],
  ['afterSale', t('After-sale support'), t('Returns, refunds, cancellations and changes.')],
  ['humanHandoff', t('Handoff to the team'), t('Hand conversations to a person.')],
  ['sizeGuide', t('Size guide'), t('Give size advice.')],
] as const

/** What the AI agent knows and may do, as far as the store's plan goes. */
export function Abilities({
  store,
  onSave,
}: {
  store: Store
  onSave: (change: NonNullable<SettingsChange['ai']>) => unknown
}) {
  const { ai } = store.settings
  /** The plan that a switch needs, where the store's does not include it. It can always be turned off. */
  const needs = (name: string, isOn: boolean) => {
    const found = store.switches.find((one) => one.name === name)
    if (!found || found.isIncluded || isOn) return null
    return found.plan[0]?.toUpperCase() + found.plan.slice(1)
  }
  return (
    <>
      <Card title={t('What it knows')}>
        {TRAINING.map(([name, label, about]) => (
          <Toggle
            key={name}
            label={label}
            about={about}
            isOn={ai.training[name]}
            onChange={(isOn) => void onSave({ training: { [name]: isOn } })}
          />
        ))}
      </Card>
      <Card title={t('What it can do')}>
        {SKILLS.map(([name, label, about]) => {
          const plan = needs(`ai.skills.${name}`, ai.skills[name])
          return (
            <Toggle
              key={name}
              label={label}
              about={plan ? t('{0} Needs the {1} plan or a higher one.', about, plan) : about}
              isOn={ai.skills[name]}
              isDisabled={plan !== null}
              onChange={(isOn) => void onSave({ skills: { [name]: isOn } })}
            />
          )
        })}
      </Card>
    </>
  )
}
