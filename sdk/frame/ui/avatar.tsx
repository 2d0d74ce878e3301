import { useState } from 'preact/hooks'
import { Icon } from './icons.tsx'
import { webAddress } from './words.tsx'

interface Props {
  name: string
  url?: string | null
  kind?: 'agent' | 'bot'
}

/** Shows the image, or initials where the person has no image; the AI agent has its own icon. */
export function Avatar({ name, url, kind = 'agent' }: Props) {
  const [isBroken, setBroken] = useState(false)
  const source = isBroken ? null : webAddress(url || null)
  if (source) return <img class="avatar" src={source} alt="" onError={() => setBroken(true)} />
  return (
    <span class={`avatar ${kind}`} aria-hidden="true">
      {kind === 'bot' ? <Icon name="spark" /> : initials(name) || <Icon name="person" />}
    </span>
  )
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const letters = words.length > 1 ? [words[0], words[words.length - 1]] : words
  return letters
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toLocaleUpperCase()
}
