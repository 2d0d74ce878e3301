import { WIDGET_MAX } from '../../../base/limits.ts'
import { t } from '../../../base/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Form } from '../../../ui/Form.tsx'
import { useDraftState } from '../../../ui/form-drafts.ts'
import { LivePreview } from './LivePreview.tsx'
import { PictureField } from './PictureField.tsx'
import { ownText } from './WidgetTexts.tsx'
import type { Look, WidgetProps } from './widget-props.ts'

const DEFAULTS: Look = {
  color: '#1f6f54',
  darkMode: 'auto',
  position: 'right',
  launcher: 'circle',
  font: 'system',
  logoUrl: '',
  headerImageUrl: '',
  greeting: '',
  intro: '',
}

type Choices = readonly (readonly [value: string, words: string])[]
const FONTS: Choices = [
  ['system', t('System font')],
  ['serif', t('Serif')],
  ['rounded', t('Rounded')],
  ['mono', t('Monospace')],
  ['page', t('Same as your page, if installed on the device')],
]
const THEMES: Choices = [
  ['auto', t('Match the shopper’s device')],
  ['light', t('Light')],
  ['dark', t('Dark')],
]
const SIDES: Choices = [
  ['right', t('Right')],
  ['left', t('Left')],
]
const LAUNCHERS: Choices = [
  ['circle', t('Round button')],
  ['pill', t('Button with text')],
  ['hidden', t('None (your pages open the chat)')],
]

/** The widget's colour, font, pictures, place and first words, with a preview that follows while they are changed. */
export function WidgetLook({ widget, storeName, onSave }: WidgetProps & { storeName: string }) {
  const [look, setLook, forget] = useDraftState<Look>('look', () => readLook(widget))
  const change = (part: Partial<Look>) => setLook({ ...look, ...part })
  const select = (name: keyof Look, label: string, choices: Choices) => (
    <label>
      {label}
      <select name={name} value={look[name]} onChange={({ target }) => change({ [name]: target.value })}>
        {choices.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </label>
  )
  const text = (name: 'greeting' | 'intro', label: string) => (
    <label>
      {label}
      <input
        name={name}
        maxLength={WIDGET_MAX[name]}
        value={look[name]}
        onChange={({ target }) => change({ [name]: target.value })}
        placeholder={t('Default')}
      />
    </label>
  )
  return (
    <Card title={t('Appearance')}>
      <div className="look">
        <Form
          onSave={async () => {
            // Null brings the default back.
            const orNull = (value: string) => value.trim() || null
            const { logoUrl, headerImageUrl, greeting, intro, ...rest } = look
            const isDone = await onSave({
              ...rest,
              logoUrl: orNull(logoUrl),
              headerImageUrl: orNull(headerImageUrl),
              greeting: orNull(greeting),
              intro: orNull(intro),
            })
            if (isDone) forget()
            return isDone
          }}
        >
          <label className="color">
            {t('Colour')}
            <input
              type="color"
              name="color"
              value={look.color}
              onChange={({ target }) => change({ color: target.value })}
            />
          </label>
          <PictureField
            label={t('Logo')}
            name="logoUrl"
            value={look.logoUrl}
            onChange={(logoUrl) => change({ logoUrl })}
          />
          <PictureField
            label={t('Header picture')}
            name="headerImageUrl"
            value={look.headerImageUrl}
            onChange={(headerImageUrl) => change({ headerImageUrl })}
          />
          {text('greeting', t('Greeting'))}
          {text('intro', t('Introduction'))}
          <div className="two">
            {select('font', t('Font'), FONTS)}
            {select('darkMode', t('Light or dark'), THEMES)}
            {select('position', t('Side'), SIDES)}
            {select('launcher', t('Launcher'), LAUNCHERS)}
          </div>
          <Button type="submit">{t('Save')}</Button>
        </Form>
        <LivePreview
          look={look}
          storeName={storeName}
          greeting={look.greeting || ownText(widget, 'greeting')}
          intro={look.intro || ownText(widget, 'intro')}
        />
      </div>
    </Card>
  )
}

function readLook(widget: Record<string, unknown>): Look {
  const saved = Object.entries(DEFAULTS).map(([name, fallback]) => {
    const value = widget[name]
    return [name, typeof value === 'string' && value !== '' ? value : fallback]
  })
  return Object.fromEntries(saved) as Look
}
