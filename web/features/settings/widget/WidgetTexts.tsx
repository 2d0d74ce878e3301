import { useState } from 'react'
import { en } from '../../../../sdk/frame/i18n/en.ts'
import { LANGUAGES } from '../../../../sdk/shared/language.ts'
import { WIDGET_MAX } from '../../../base/limits.ts'
import { t } from '../../../base/texts.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Form } from '../../../ui/Form.tsx'
import { useDraftState } from '../../../ui/form-drafts.ts'
import type { WidgetProps } from './widget-props.ts'

type Texts = Record<string, Record<string, string>>

const names = new Intl.DisplayNames(undefined, { type: 'language' })
/** Texts without a number; those with one have a form for each plural and cannot be changed here. */
const DEFAULTS = Object.entries(en).flatMap(([key, text]) => (typeof text === 'string' ? [[key, text] as const] : []))
const defaultOf = new Map<string, string>(DEFAULTS)

/** English text of the widget: the store's own, otherwise ours. */
export function ownText({ texts }: Record<string, unknown>, key: 'greeting' | 'intro'): string {
  const own = (texts as Record<string, Record<string, string>> | null | undefined)?.en?.[key]
  return own || en[key]
}

/** The store's own words in the widget, in place of the built-in ones. */
export function WidgetTexts({ widget, onSave }: WidgetProps) {
  const [texts, setTexts, forget] = useDraftState('widget-texts', (widget.texts ?? {}) as Texts)
  const [locale, setLocale] = useState('en')
  const own = Object.entries(texts[locale] ?? {})
  const change = (next: Record<string, string>) => setTexts({ ...texts, [locale]: next })
  return (
    <Card title={t('Texts')} about={t('Override the default texts. The widget fills in anything in braces.')}>
      <Form
        onSave={async () => {
          const kept = Object.entries(texts).filter(([, words]) => Object.keys(words).length > 0)
          const isDone = await onSave({ texts: Object.fromEntries(kept) })
          if (isDone) forget()
          return isDone
        }}
      >
        <label>
          {t('Language')}
          <select value={locale} onChange={(event) => setLocale(event.target.value)}>
            {LANGUAGES.map((code) => (
              <option key={code} value={code}>
                {names.of(code)}
              </option>
            ))}
          </select>
        </label>
        <ul className="lines">
          {own.map(([key, text]) => (
            <li key={key}>
              <label>
                {defaultOf.get(key) ?? key}
                <input
                  value={text}
                  maxLength={WIDGET_MAX.text}
                  required
                  dir="auto"
                  onChange={(event) => change({ ...texts[locale], [key]: event.target.value })}
                />
              </label>
              <IconButton
                icon="close"
                label={t('Reset to default')}
                onClick={() => change(Object.fromEntries(own.filter(([other]) => other !== key)))}
              />
            </li>
          ))}
        </ul>
        <label>
          {t('Change another text')}
          <select
            value=""
            onChange={(event) => {
              const key = event.target.value
              change({ ...texts[locale], [key]: locale === 'en' ? (defaultOf.get(key) ?? '') : '' })
            }}
          >
            <option value="">{t('Choose…')}</option>
            {DEFAULTS.filter(([key]) => !Object.hasOwn(texts[locale] ?? {}, key)).map(([key, text]) => (
              <option key={key} value={key}>
                {text}
              </option>
            ))}
          </select>
        </label>
        <Button type="submit">{t('Save')}</Button>
      </Form>
    </Card>
  )
}
