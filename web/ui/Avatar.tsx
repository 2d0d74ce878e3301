import { toRem } from '../base/rem.ts'
import { t } from '../base/texts.ts'
import { Icon } from './Icon.tsx'

/** A contact without a name is called by a number, which must not become an initial: live/contact-name.ts. */
const NAMELESS = t('Visitor {0}', '').trim()

/** A picture, or initials on a colour that stays the same for a name. */
export function Avatar({
  name,
  url,
  size = 32,
  online,
}: {
  name: string
  url?: string
  size?: number
  online?: boolean
}) {
  const initials = (name.startsWith(NAMELESS) ? NAMELESS : name)
    .split(/[\s@.]+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase())
    .join('')
  let hue = 0
  for (const letter of name) hue = (hue * 31 + (letter.codePointAt(0) ?? 0)) % 8
  return (
    <span
      className={`avatar hue-${hue}`}
      style={{ width: toRem(size), height: toRem(size), fontSize: toRem(size * 0.38) }}
      aria-hidden="true"
    >
      {url ? <img src={url} alt="" referrerPolicy="no-referrer" /> : initials || '?'}
      {online && <span className="avatar-online" />}
    </span>
  )
}

/** A team's emoji, or a sign of people where it has none. */
export function TeamMark({ emoji, size = 16 }: { emoji: string; size?: number }) {
  return (
    <span
      className="team-mark"
      style={{ width: toRem(size), height: toRem(size), fontSize: toRem(size * 0.85) }}
      aria-hidden="true"
    >
      {emoji || <Icon name="users" size={Math.min(size, 18)} />}
    </span>
  )
}
