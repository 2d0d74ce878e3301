import { useState } from 'react'
import type { CustomAction } from '../../../../api/records.ts'
import type { ActionWords } from '../../../../api/store/custom-actions.ts'
import { CUSTOM_ACTION_MAX } from '../../../../base/limits.ts'
import { t } from '../../../../base/texts.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Form } from '../../../../ui/Form.tsx'
import { ParameterRows, parametersIn, useParameters } from './ParameterRows.tsx'
import { AUTHS, FACTS, RISKS } from './words.ts'

interface Props {
  action?: CustomAction
  label: string
  onSave: (words: ActionWords) => Promise<boolean>
  onCancel: () => void
}

/** Everything that an admin writes of an action. A new one is off. */
export function ActionForm({ action, label, onSave, onCancel }: Props) {
  const [method, setMethod] = useState(action?.method ?? 'GET')
  const [auth, setAuth] = useState(action?.auth ?? 'none')
  const [risk, setRisk] = useState(action?.risk ?? 'read')
  const parameters = useParameters(action?.parameters ?? [])
  return (
    <Form
      onSave={(form, data) => {
        const secret = form('secret')
        const words = {
          ...{ name: form('name').trim(), description: form('description').trim(), method, url: form('url').trim() },
          ...{ auth, authName: form('authName').trim(), risk, skipsApproval: data.has('skipsApproval') },
          parameters: parametersIn(data, parameters.rows),
          ...{ bodyTemplate: form('body').trim(), answerTemplate: form('answer').trim() },
          isEnabled: action?.isEnabled ?? false,
        }
        return onSave({ ...words, ...(secret && { secret }) })
      }}
    >
      <label>
        {t('Name')}
        <input name="name" defaultValue={action?.name} maxLength={CUSTOM_ACTION_MAX.name} pattern=".*\S.*" required />
      </label>
      <label>
        {t('When to use it')}
        <textarea
          name="description"
          rows={2}
          defaultValue={action?.description}
          maxLength={CUSTOM_ACTION_MAX.description}
          placeholder={t('When a customer asks whether something is in stock.')}
          required
        />
      </label>
      <label>
        {t('Method')}
        <select value={method} onChange={({ target }) => setMethod(target.value as CustomAction['method'])}>
          <option>GET</option>
          <option>POST</option>
        </select>
      </label>
      <label>
        {t('URL')}
        <input
          name="url"
          defaultValue={action?.url}
          maxLength={CUSTOM_ACTION_MAX.url}
          placeholder="https://example.com/orders/{{order.number}}"
          required
        />
      </label>
      <p className="about">
        {t('Placeholders that the service fills in: {0}', FACTS.map((name) => `{{${name}}}`).join(', '))}
      </p>
      <label>
        {t('Authentication')}
        <select value={auth} onChange={({ target }) => setAuth(target.value as CustomAction['auth'])}>
          {Object.entries(AUTHS).map(([key, words]) => (
            <option key={key} value={key}>
              {words}
            </option>
          ))}
        </select>
      </label>
      {(auth === 'basic' || auth === 'header') && (
        <label>
          {auth === 'basic' ? t('User name') : t('Header name')}
          <input name="authName" defaultValue={action?.authName} maxLength={CUSTOM_ACTION_MAX.authName} required />
        </label>
      )}
      {auth !== 'none' && (
        <label>
          {t('Secret')}
          <input
            name="secret"
            type="password"
            autoComplete="off"
            maxLength={CUSTOM_ACTION_MAX.secret}
            required={action?.auth !== auth}
          />
          {action?.auth === auth && <span className="about">{t('Leave it empty to keep the secret.')}</span>}
        </label>
      )}
      <ParameterRows {...parameters} />
      {method === 'POST' && (
        <label>
          {t('Request body (JSON)')}
          <textarea
            name="body"
            rows={4}
            defaultValue={action?.bodyTemplate}
            maxLength={CUSTOM_ACTION_MAX.body}
            placeholder='{"size": "{{size}}"}'
          />
          <span className="about">{t('Leave it empty to send all parameters.')}</span>
        </label>
      )}
      <label>
        {t('Answer for the customer')}
        <textarea
          name="answer"
          rows={2}
          defaultValue={action?.answerTemplate}
          maxLength={CUSTOM_ACTION_MAX.answer}
          placeholder={t('There are {0} left.', '{{answer.count}}')}
        />
      </label>
      <label>
        {t('Risk')}
        <select value={risk} onChange={({ target }) => setRisk(target.value as CustomAction['risk'])}>
          {Object.entries(RISKS).map(([key, words]) => (
            <option key={key} value={key}>
              {words}
            </option>
          ))}
        </select>
      </label>
      {risk === 'approval' && (
        <label className="check">
          <input type="checkbox" name="skipsApproval" defaultChecked={action?.skipsApproval ?? false} />{' '}
          {t('Runs without approval')}
        </label>
      )}
      <div className="acts">
        <Button type="submit" kind="primary">
          {label}
        </Button>
        <Button kind="quiet" onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </div>
    </Form>
  )
}
