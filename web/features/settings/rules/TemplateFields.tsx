import { useQuery } from '@tanstack/react-query'
import type { RuleAct } from '../../../api/records.ts'
import { sendableTemplatesQuery } from '../../../api/templates.ts'
import { TEMPLATE_PARAMETER_MAX } from '../../../base/limits.ts'
import { t } from '../../../base/texts.ts'

type Template = NonNullable<RuleAct['template']>

const keyOf = ({ name, language }: { name: string; language: string }) => `${name} ${language}`

/** A WhatsApp template that a rule sends: which one, a text for each placeholder, and whether it asks for a rating. */
export function TemplateFields({ template, onChange }: { template: Template; onChange: (next: Template) => void }) {
  const { data: known = [] } = useQuery(sendableTemplatesQuery)
  const chosen = known.find((one) => keyOf(one) === keyOf(template))
  const slots = chosen?.content.slots ?? []
  return (
    <>
      <select
        aria-label={t('Template')}
        required
        value={template.name ? keyOf(template) : ''}
        onChange={({ target }) => {
          const next = known.find((one) => keyOf(one) === target.value)
          const { name = '', language = '', content } = next ?? {}
          onChange({ ...template, name, language, parameters: content?.slots.map(() => '') ?? [] })
        }}
      >
        <option value="">{known.length > 0 ? t('Choose a template') : t('There are no approved templates')}</option>
        {template.name && !chosen && <option value={keyOf(template)}>{template.name}</option>}
        {known.map((one) => (
          <option key={keyOf(one)} value={keyOf(one)}>
            {one.name} ({one.language})
          </option>
        ))}
      </select>
      {slots.map(({ part, key, button, example }, index) => (
        <input
          key={`${part} ${button} ${key}`}
          aria-label={t('Placeholder {0}', key)}
          placeholder={example}
          title={t('{{name}} is the customer’s name, {{order}} the number of their newest order.')}
          required
          maxLength={TEMPLATE_PARAMETER_MAX}
          value={template.parameters[index] ?? ''}
          onChange={({ target }) =>
            onChange({
              ...template,
              parameters: slots.map((_, i) => (i === index ? target.value : (template.parameters[i] ?? ''))),
            })
          }
        />
      ))}
      <label className="check">
        <input
          type="checkbox"
          checked={template.asksRating}
          onChange={({ target }) => onChange({ ...template, asksRating: target.checked })}
        />{' '}
        {t('It asks for a rating: an answer of 1 to 5 is kept')}
      </label>
    </>
  )
}
