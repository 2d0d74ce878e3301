import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { RunLine, RunnableAction } from '../../../api/records.ts'
import { runAction, runnableActionsQuery } from '../../../api/store/custom-actions.ts'
import { t } from '../../../base/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Form } from '../../../ui/Form.tsx'
import { useAttempt } from '../../../ui/forms.ts'
import { ParameterFields, valuesIn } from '../../../ui/ParameterFields.tsx'
import { Section } from './Section.tsx'
import './run-action.css'

interface Props {
  id: string
  /** Numbers of the contact's orders. */
  orders: string[]
}

/** Runs an action of the store's own in the conversation. Nothing is there in stores that have none on. */
export default function RunAction({ id, orders }: Props) {
  const { data: actions } = useQuery(runnableActionsQuery(id))
  const [chosen, choose] = useState('')
  if (!actions?.length) return null
  const action = actions.find((one) => one.id === chosen)
  return (
    <Section title={t('Run an action')}>
      <select
        className="run-action"
        aria-label={t('Action to run')}
        value={action?.id ?? ''}
        onChange={({ target }) => choose(target.value)}
      >
        <option value="">{t('Choose an action')}</option>
        {actions.map(({ id: actionId, name }) => (
          <option key={actionId} value={actionId}>
            {name}
          </option>
        ))}
      </select>
      {action && <RunForm key={id + action.id} id={id} action={action} orders={orders} />}
    </Section>
  )
}

function RunForm({ id, action, orders }: Props & { action: RunnableAction }) {
  const { isBusy, attempt } = useAttempt()
  const [run, setRun] = useState<RunLine | null>(null)
  // One id until the service has answered: a request that is sent again after a broken connection runs nothing twice.
  const runId = useRef(crypto.randomUUID())
  const { description, parameters, missing, needsOrder } = action
  if (missing.length > 0) return <p className="about">{t('Not known or not proven: {0}', missing.join(', '))}</p>
  return (
    <Form
      className="run-action"
      onSave={(form, data) =>
        attempt(async () => {
          const values = valuesIn(data, parameters)
          const orderNumber = needsOrder ? form('order') : null
          setRun(await runAction(id, action.id, { id: runId.current, values, orderNumber }))
          runId.current = crypto.randomUUID()
        })
      }
    >
      <p className="about">{description}</p>
      {needsOrder && (
        <label>
          {t('Order')}
          <select name="order" required>
            {orders.map((number) => (
              <option key={number}>{number}</option>
            ))}
          </select>
        </label>
      )}
      <ParameterFields parameters={parameters} />
      <div className="acts">
        <Button type="submit" busy={isBusy} disabled={isBusy}>
          {t('Run')}
        </Button>
      </div>
      <p role="status" dir="auto">
        {run && [OUTCOMES[run.state], run.error, run.answer].filter(Boolean).join('. ')}
      </p>
    </Form>
  )
}

const OUTCOMES: Partial<Record<RunLine['state'], string>> = {
  pending: t('Under way'),
  done: t('Done'),
  failed: t('Failed, nothing was changed'),
  unknown: t('Outcome unknown: look there before you try again'),
}
