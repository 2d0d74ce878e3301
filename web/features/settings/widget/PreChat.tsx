import { WIDGET_MAX } from '../../../base/limits.ts'
import { t } from '../../../base/texts.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Form } from '../../../ui/Form.tsx'
import { useDraftState } from '../../../ui/form-drafts.ts'
import type { WidgetProps } from './widget-props.ts'

interface Field {
  name: string
  label: string
  type: 'text' | 'email' | 'phone' | 'select'
  required?: boolean
  options?: string[]
}

interface Asked {
  mode: 'off' | 'optional' | 'required'
  fields?: Field[]
  consent?: { text: string; required?: boolean }
}

const FIRST_FIELDS: Field[] = [
  { name: 'name', label: t('Name'), type: 'text' },
  { name: 'email', label: t('Email'), type: 'email', required: true },
]

/** The form before the chat. */
export function PreChat({ widget, onSave }: WidgetProps) {
  const saved = (widget.preChat ?? { mode: 'off' }) as Asked
  const [mode, setMode, forgetMode] = useDraftState('pre-chat:mode', saved.mode)
  const [list, setList, forgetList] = useDraftState('pre-chat:fields', saved.fields ?? FIRST_FIELDS)
  const change = (at: number, part: Partial<Field>) =>
    setList(list.map((field, i) => (i === at ? { ...field, ...part } : field)))
  return (
    <Card
      title={t('Pre-chat form')}
      about={t('Name, email and phone become the contact’s; other answers become attributes of the conversation.')}
    >
      <Form
        draft="pre-chat"
        onSave={async (form) => {
          const text = form('consent').trim()
          const consent = text ? { consent: { text, required: form('mustConsent') === 'on' } } : {}
          const isDone = await onSave({ preChat: { mode, fields: list, ...consent } })
          if (isDone) {
            forgetMode()
            forgetList()
          }
          return isDone
        }}
      >
        <label>
          {t('Show it')}
          <select value={mode} onChange={(event) => setMode(event.target.value as Asked['mode'])}>
            <option value="off">{t('Never')}</option>
            <option value="optional">{t('Before the first message (optional)')}</option>
            <option value="required">{t('Before the first message (required)')}</option>
          </select>
        </label>
        {mode !== 'off' && (
          <>
            <ul className="lines">
              {list.map((field, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: fields have no other identity while they are edited
                <li key={i}>
                  <FieldEditor field={field} onChange={(part) => change(i, part)} />
                  <IconButton
                    icon="close"
                    label={t('Remove {0}', field.label || t('the field'))}
                    onClick={() => setList(list.filter((_, n) => n !== i))}
                  />
                </li>
              ))}
            </ul>
            {list.length < WIDGET_MAX.fields && (
              <Button
                kind="quiet"
                onClick={() => setList([...list, { name: `field-${list.length + 1}`, label: '', type: 'text' }])}
              >
                {t('Add a field')}
              </Button>
            )}
            <label>
              {t('Consent (optional)')}
              <textarea
                name="consent"
                rows={2}
                maxLength={WIDGET_MAX.consent}
                defaultValue={saved.consent?.text}
                placeholder={t('I agree that you keep what I write.')}
              />
            </label>
            <label className="check">
              <input type="checkbox" name="mustConsent" defaultChecked={saved.consent?.required ?? true} />{' '}
              {t('Consent required to start a chat')}
            </label>
          </>
        )}
        <Button type="submit">{t('Save')}</Button>
      </Form>
    </Card>
  )
}

function FieldEditor({ field, onChange }: { field: Field; onChange: (part: Partial<Field>) => void }) {
  return (
    <div className="two">
      <label>
        {t('Label')}
        <input
          value={field.label}
          maxLength={WIDGET_MAX.fieldLabel}
          required
          onChange={(event) => onChange({ label: event.target.value })}
        />
      </label>
      <label>
        {t('Name of the attribute')}
        <input
          value={field.name}
          maxLength={WIDGET_MAX.fieldName}
          pattern="[\w.\-]+"
          required
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </label>
      <label>
        {t('Kind')}
        <select value={field.type} onChange={(event) => onChange({ type: event.target.value as Field['type'] })}>
          <option value="text">{t('Text')}</option>
          <option value="email">{t('Email address')}</option>
          <option value="phone">{t('Phone number')}</option>
          <option value="select">{t('Choice')}</option>
        </select>
      </label>
      {field.type === 'select' && (
        <label>
          {t('Choices, separated by commas')}
          <input
            defaultValue={field.options?.join(', ')}
            required
            onChange={(event) =>
              onChange({
                options: event.target.value
                  .split(',')
                  .map((one) => one.trim())
                  .filter(Boolean),
              })
            }
          />
        </label>
      )}
      <label className="check">
        <input
          type="checkbox"
          checked={field.required ?? false}
          onChange={(event) => onChange({ required: event.target.checked })}
        />{' '}
        {t('Required')}
      </label>
    </div>
  )
}
