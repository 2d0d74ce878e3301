import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from '../icons.tsx'

/** One way on from the home screen: a picture, what it is, and lines about it. */
export function Card({
  icon,
  title,
  onClick,
  children,
}: {
  icon: IconName
  title: string
  onClick: () => void
  children: ComponentChildren
}) {
  return (
    <button type="button" class="card" onClick={onClick}>
      <span class="tile">
        <Icon name={icon} />
      </span>
      <span class="grow">
        <b>{title}</b>
        {children}
      </span>
      <Icon name="next" />
    </button>
  )
}
