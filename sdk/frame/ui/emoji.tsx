import { useEffect, useRef } from 'preact/hooks'

const EMOJI =
  '😀 😊 😂 🥰 😍 😎 🤔 😅 😢 😭 😡 😴 👍 👎 👏 🙏 💪 👋 🤝 ✌️ ❤️ 💔 🎉 🎁 🔥 ✨ ⭐ ✅ ❌ ❓ 📦 🚚 💳 🛒 👕 👗 👟 💄 📷 ☕'.split(
    ' ',
  )

/** The few that a shop's conversation needs, in rows of eight; arrows move, Esc closes. */
export function EmojiPicker({ pick, close }: { pick(emoji: string): void; close(): void }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('button')?.focus(), [])

  function move(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 8, ArrowUp: -8 }[event.key]
    if (event.key === 'Escape') {
      event.stopPropagation()
      close()
    }
    if (!step) return
    event.preventDefault()
    const buttons = [...(box.current?.querySelectorAll('button') ?? [])]
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
    const flip = getComputedStyle(box.current as Element).direction === 'rtl' && Math.abs(step) === 1 ? -1 : 1
    buttons[at + step * flip]?.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move between its buttons
    <div ref={box} class="emojis" onKeyDown={move}>
      {EMOJI.map((emoji, at) => (
        <button key={emoji} type="button" tabIndex={at === 0 ? 0 : -1} onClick={() => pick(emoji)}>
          {emoji}
        </button>
      ))}
    </div>
  )
}
