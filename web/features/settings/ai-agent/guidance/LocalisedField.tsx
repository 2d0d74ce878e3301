import type { GuidanceText, Language } from '../../../../api/records.ts'
import { t } from '../../../../base/texts.ts'
import { LANGUAGE_NAMES } from './condition-words.ts'

interface Props {
  label: string
  value: GuidanceText
  /** In which `value.text` is written. */
  language: Language
  max: number
  onChange: (value: GuidanceText) => void
}

/** A text for customers, and its translations. Customers without one read it as it was written. */
export function LocalisedField({ label, value: { text, translations = {} }, language, max, onChange }: Props) {
  const others = Object.entries(LANGUAGE_NAMES).filter(([one]) => one !== language) as [Language, string][]
  const count = Object.keys(translations).length
  const translate = (one: Language, translated: string) => {
    const { [one]: _, ...rest } = translations
    const next = translated.trim() === '' ? rest : { ...rest, [one]: translated }
    onChange(Object.keys(next).length > 0 ? { text, translations: next } : { text })
  }
  return (
    <div className="localised">
      <textarea
        aria-label={label}
        rows={2}
        required
        maxLength={max}
        value={text}
        placeholder={label}
        onChange={({ target }) => onChange({ text: target.value, ...(count > 0 && { translations }) })}
      />
      <details>
        <summary>{t('Translations ({0})', count)}</summary>
        <p className="about">
          {t('Customers who write another language read the text above, with a line in theirs before it.')}
        </p>
        {others.map(([one, name]) => (
          <label key={one}>
            {name}
            <textarea
              rows={2}
              lang={one}
              maxLength={max}
              value={translations[one] ?? ''}
              onChange={({ target }) => translate(one, target.value)}
            />
          </label>
        ))}
      </details>
    </div>
  )
}
