import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: 'plain' | 'primary' | 'quiet' | 'danger'
  icon?: IconName
  busy?: boolean
  children?: ReactNode
}

export function Button({ kind = 'plain', icon, busy, children, className = '', ...rest }: Props) {
  return (
    <button type="button" className={`button ${kind} ${className}`} aria-busy={busy || undefined} {...rest}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

/** A button that shows only its icon; its name is read out, and shown by the pointer. */
export function IconButton({
  icon,
  label,
  hint,
  filled,
  className = '',
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { icon: IconName; label: string; hint?: string; filled?: boolean }) {
  return (
    <button
      type="button"
      className={`icon-button ${className}`}
      aria-label={label}
      title={hint ? `${label} (${hint})` : label}
      {...rest}
    >
      <Icon name={icon} {...(filled ? { filled } : {})} />
    </button>
  )
}
