import { t } from '../../../base/texts.ts'
import { Icon } from '../../../ui/Icon.tsx'
import type { Look } from './widget-props.ts'
import './live-preview.css'

const FONTS: Record<string, string> = {
  serif: 'ui-serif, Georgia, serif',
  rounded: 'ui-rounded, system-ui, sans-serif',
  mono: 'ui-monospace, Menlo, monospace',
}

interface Props {
  look: Look
  storeName: string
  greeting: string
  intro: string
}

/** A sketch of the widget with what is entered now, before it is saved. The page's own preview shows the widget itself. */
export function LivePreview({ look, storeName, greeting, intro }: Props) {
  const { color, logoUrl, headerImageUrl, font, darkMode, position, launcher } = look
  const ink = inkOn(color)
  return (
    <figure className="live-preview" data-theme={darkMode} data-side={position}>
      <figcaption className="about">{t('Preview while you edit')}</figcaption>
      <div className="live-panel" style={{ fontFamily: FONTS[font] }} dir="auto">
        <div className="live-head" style={{ background: color, color: ink }}>
          {headerImageUrl && <img className="live-header-picture" src={headerImageUrl} alt="" />}
          <p className="live-name">
            {logoUrl && <img className="live-logo" src={logoUrl} alt={t('Logo')} />}
            {storeName}
          </p>
          <p className="live-greeting">{greeting}</p>
          <p>{intro}</p>
        </div>
        <p className="live-card">{t('Start a conversation')}</p>
      </div>
      {launcher !== 'hidden' && (
        <span className="live-launcher" data-kind={launcher} style={{ background: color, color: ink }}>
          <Icon name="inbox" />
          {launcher === 'pill' && t('Chat')}
        </span>
      )}
    </figure>
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
