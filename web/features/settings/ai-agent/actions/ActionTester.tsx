import { useState } from 'react'
import type { ActionTest, CustomAction } from '../../../../api/records.ts'
import { testAction } from '../../../../api/store/custom-actions.ts'
import { t } from '../../../../base/texts.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Form } from '../../../../ui/Form.tsx'
import { useAttempt } from '../../../../ui/forms.ts'
import { ParameterFields, valuesIn } from '../../../../ui/ParameterFields.tsx'
import { RUN_STATES } from '../../../../ui/run-states.ts'
import { factsOf } from './words.ts'

/** Calls the address once, with values that an admin makes up, and shows what it answered. */
export function ActionTester({ action }: { action: CustomAction }) {
  const [test, setTest] = useState<ActionTest | null>(null)
  const { isBusy, attempt } = useAttempt()
  const { id, parameters, risk } = action
  const facts = factsOf(action)
  const said = test && [RUN_STATES[test.state], test.durationMs !== null && t('{0} ms', test.durationMs), test.error]
  return (
    <Form
      onSave={(form, data) =>
        attempt(async () => {
          const given = Object.fromEntries(facts.map((name) => [name, form(name).trim()]))
          setTest(await testAction(id, valuesIn(data, parameters), given))
        })
      }
    >
      {risk !== 'read' && <p className="about">{t('The test calls the real address: it can change something.')}</p>}
      <ParameterFields parameters={parameters} />
      {facts.map((name) => (
        <label key={name}>
          {`{{${name}}}`}
          <input name={name} maxLength={200} required />
        </label>
      ))}
      <div className="acts">
        <Button type="submit" busy={isBusy} disabled={isBusy}>
          {t('Run the test')}
        </Button>
      </div>
      <p role="status" className={test?.error ? 'error' : 'about'}>
        {said?.filter(Boolean).join(' · ')}
      </p>
      {test?.answer && <p dir="auto">{t('The customer reads: {0}', test.answer)}</p>}
      {test?.data && <pre className="action-answer">{test.data}</pre>}
    </Form>
  )
}
