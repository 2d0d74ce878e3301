import { useLoad } from '../../ui/useLoad.ts'
import * as calls from './calls.ts'
import { attempt, Card, Loading, Toggle } from './parts.tsx'

const TRAINING = [
  ['products', 'Products', 'It may search products and read their questions and answers.'],
  ['collections', 'Collections', 'It may search collections.'],
  ['discounts', 'Discounts', 'It may tell of public discounts.'],
] as const
const SKILLS = [
  ['orderTracking', 'Order tracking', 'It tells where an order is.'],
  ['afterSale', 'After-sale support', 'Returns, refunds, cancellations and changes.'],
  ['humanHandoff', 'Hand-over to the team', 'It gives a conversation to a person.'],
  ['sizeGuide', 'Size guide', 'It advises on sizes.'],
] as const

export default function Ai() {
  const { data: store, error, reload, set } = useLoad(calls.getStore)
  if (!store) return <Loading error={error} onRetry={reload} />
  const { ai } = store.settings
  const save = (change: NonNullable<Parameters<typeof calls.changeStore>[0]['settings']>['ai']) =>
    void attempt(async () => set(await calls.changeStore({ settings: { ai: change ?? {} } })), 'Saved')
  /** A switch that the plan does not include says which one does. It can always be turned off. */
  const needs = (name: string, isOn: boolean) => {
    const found = store.switches.find((one) => one.name === name)
    if (!found || found.isIncluded || isOn) return null
    return found.plan[0]?.toUpperCase() + found.plan.slice(1)
  }
  return (
    <>
      <Card title="AI agent">
        <Toggle
          label="Answers new conversations"
          about="Where it is off, new conversations come to the team at once."
          isOn={ai.enabled}
          onChange={(enabled) => save({ enabled })}
        />
      </Card>
      <Card title="What it knows">
        {TRAINING.map(([name, label, about]) => (
          <Toggle
            key={name}
            label={label}
            about={about}
            isOn={ai.training[name]}
            onChange={(isOn) => save({ training: { [name]: isOn } })}
          />
        ))}
      </Card>
      <Card title="What it can do">
        {SKILLS.map(([name, label, about]) => {
          const plan = needs(`ai.skills.${name}`, ai.skills[name])
          return (
            <Toggle
              key={name}
              label={label}
              about={plan ? `${about} Needs the ${plan} plan or a higher one.` : about}
              isOn={ai.skills[name]}
              isDisabled={plan !== null}
              onChange={(isOn) => save({ skills: { [name]: isOn } })}
            />
          )
        })}
      </Card>
    </>
  )
}
