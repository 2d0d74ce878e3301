import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CustomAction } from '../../../../api/records.ts'
import { actionsQuery, addAction, changeAction, deleteAction } from '../../../../api/store/custom-actions.ts'
import { CUSTOM_ACTIONS_MAX } from '../../../../base/limits.ts'
import { t } from '../../../../base/texts.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Card } from '../../../../ui/Card.tsx'
import { ConfirmButton } from '../../../../ui/ConfirmButton.tsx'
import { attempt } from '../../../../ui/forms.ts'
import { Loading } from '../../../../ui/Loading.tsx'
import { Toggle } from '../../../../ui/Toggle.tsx'
import { ActionForm } from './ActionForm.tsx'
import { ActionLog } from './ActionLog.tsx'
import { ActionTester } from './ActionTester.tsx'
import { RISKS } from './words.ts'
import './actions.css'

/** HTTP actions of the store's own, which the AI agent and members run. */
export default function Actions() {
  const { data: actions, error, refetch } = useQuery(actionsQuery)
  const [isAdding, setAdding] = useState(false)
  if (!actions) return <Loading error={error} onRetry={refetch} />
  return (
    <Card
      title={t('Own actions')}
      about={t(
        'Requests to your own addresses, such as a look-up of stock or a new delivery date. Members run them in a conversation; with a language model, the AI agent uses them by itself.',
      )}
    >
      <ul className="lines">
        {actions.map((action) => (
          <ActionLine key={action.id} action={action} />
        ))}
      </ul>
      {isAdding ? (
        <ActionForm
          label={t('Add action')}
          onSave={async (words) => {
            const isDone = await attempt(() => addAction(words), t('Action added'))
            if (isDone) setAdding(false)
            return isDone
          }}
          onCancel={() => setAdding(false)}
        />
      ) : (
        <Button icon="plus" disabled={actions.length >= CUSTOM_ACTIONS_MAX} onClick={() => setAdding(true)}>
          {t('Add action')}
        </Button>
      )}
    </Card>
  )
}

function ActionLine({ action }: { action: CustomAction }) {
  const [shown, show] = useState<'form' | 'test' | 'log' | null>(null)
  const { id, name, method, url, risk, isEnabled, skipsApproval } = action
  const toggle = (part: typeof shown) => show(shown === part ? null : part)
  const needs = skipsApproval ? t('Runs without approval') : RISKS[risk]
  return (
    <li className="custom-action" aria-label={name}>
      <div>
        <Toggle
          label={name}
          about={`${method} ${url} · ${needs}`}
          isOn={isEnabled}
          onChange={(isOn) => void attempt(() => changeAction(id, { isEnabled: isOn }), t('Saved'))}
        />
      </div>
      <div className="acts">
        <Button aria-expanded={shown === 'form'} onClick={() => toggle('form')}>
          {t('Edit')}
        </Button>
        <Button aria-expanded={shown === 'test'} onClick={() => toggle('test')}>
          {t('Test')}
        </Button>
        <Button aria-expanded={shown === 'log'} onClick={() => toggle('log')}>
          {t('Log')}
        </Button>
        <ConfirmButton
          label={t('Delete')}
          question={t('What waits for approval is not run any more.')}
          onConfirm={() => attempt(() => deleteAction(id), t('Action deleted'))}
        />
      </div>
      {shown === 'test' && <ActionTester action={action} />}
      {shown === 'log' && <ActionLog id={id} name={name} />}
      {shown === 'form' && (
        <ActionForm
          action={action}
          label={t('Save')}
          onSave={async (words) => {
            const isDone = await attempt(() => changeAction(id, words), t('Saved'))
            if (isDone) show(null)
            return isDone
          }}
          onCancel={() => show(null)}
        />
      )}
    </li>
  )
}
