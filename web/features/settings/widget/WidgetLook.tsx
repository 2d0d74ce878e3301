import { useState } from 'react'
import { WIDGET_MAX } from '../../../base/limits.ts'
import { t } from '../../../base/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { fields } from '../../../ui/forms.ts'
import { ownText } from './WidgetTexts.tsx'
import type { WidgetProps } from './widget-props.ts'

const DEFAULT_COLOR = '#1f6f54'

const FONTS = [
  ['system', t('The device’s own')],
  ['serif', t('With serifs')],
  ['rounded', t('Rounded')],
  ['mono', t('Typewriter')],
  ['page', t('Your page’s, where the device has them')],
] as const

/** What the service takes: https, or a path of its own. */
const PICTURE = { maxLength: 2_048, pattern: '(https://|/(?!/)).*', placeholder: 'https://…' }

/** The widget's colour, letters, pictures, place and first words. */
export function WidgetLook({ widget, onSave }: WidgetProps) {
  const text = (name: string, fallback = '') => (typeof widget[name] === 'string' ? (widget[name] as string) : fallback)
  const [color, setColor] = useState(text('color', DEFAULT_COLOR))
  const [greeting, setGreeting] = useState(text('greeting'))
  const [intro, setIntro] = useState(text('intro'))
  return (
    <Card title={t('Look')}>
      <form
        className="form"
        onSubmit={(event) => {
          const form = fields(event)
          void onSave({
            color,
            darkMode: form('darkMode'),
            position: form('position'),
            launcher: form('launcher'),
            font: form('font'),
            logoUrl: form('logoUrl').trim() || null,
            headerImageUrl: form('headerImageUrl').trim() || null,
            // Null brings our own back.
            greeting: greeting || null,
            intro: intro || null,
          })
        }}
      >
        <div className="look">
          <label className="color">
            {t('Colour')}
            <input type="color" value={color} onChange={(event) => setColor(event.target.value)} />
          </label>
          <div className="look-preview" aria-hidden="true">
            <span style={{ background: color, color: inkOn(color) }} dir="auto">
              <strong>{greeting || ownText(widget, 'greeting')}</strong>
              {intro || ownText(widget, 'intro')}
            </span>
            <i style={{ background: color }} />
          </div>
        </div>
        <div className="two">
          <label>
            {t('Letters')}
            <select name="font" defaultValue={text('font', 'system')}>
              {FONTS.map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </select>
          </label>
          <label>
            {t('Address of a logo')}
            <input name="logoUrl" {...PICTURE} defaultValue={text('logoUrl')} />
          </label>
          <label>
            {t('Address of a header picture')}
            <input name="headerImageUrl" {...PICTURE} defaultValue={text('headerImageUrl')} />
          </label>
          <label>
            {t('Light or dark')}
            <select name="darkMode" defaultValue={text('darkMode', 'auto')}>
              <option value="auto">{t('As the shopper’s system')}</option>
              <option value="light">{t('Light')}</option>
              <option value="dark">{t('Dark')}</option>
            </select>
          </label>
          <label>
            {t('Side')}
            <select name="position" defaultValue={text('position', 'right')}>
              <option value="right">{t('Right')}</option>
              <option value="left">{t('Left')}</option>
            </select>
          </label>
          <label>
            {t('Launcher')}
            <select name="launcher" defaultValue={text('launcher', 'circle')}>
              <option value="circle">{t('A round button')}</option>
              <option value="pill">{t('A button with words')}</option>
              <option value="hidden">{t('None: the store’s pages open it')}</option>
            </select>
          </label>
          <label>
            {t('Greeting')}
            <input
              name="greeting"
              maxLength={WIDGET_MAX.greeting}
              value={greeting}
              onChange={(event) => setGreeting(event.target.value)}
              placeholder={t('From the texts')}
            />
          </label>
        </div>
        <label>
          {t('Introduction')}
          <input
            name="intro"
            maxLength={WIDGET_MAX.intro}
            value={intro}
            onChange={(event) => setIntro(event.target.value)}
            placeholder={t('From the texts')}
          />
        </label>
        <Button type="submit">{t('Save')}</Button>
      </form>
    </Card>
  )
}

/** Black or white, whichever has more contrast on a colour. The widget computes the same. */
function inkOn(color: string): string {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179 ? '#000' : '#fff'
}
