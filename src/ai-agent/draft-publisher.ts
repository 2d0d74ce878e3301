import { TYPING_MS } from '#core/limits.ts'
import { asSaid, type Speaker } from '#core/stores/disclosure.ts'
import type { Shop } from '#database/database.ts'
import { hasNewerMessage } from '#storage/ai-agent/context.ts'
import type { ClaimedTurn } from '#storage/ai-agent/turns.ts'
import type { DraftListener } from './decide.ts'
import type { Language } from './turn.ts'

/** How often sockets are notified that the AI agent still types: what they show ends by itself. */
const TYPES_EVERY_MS = TYPING_MS / 2

/**
 * Shows the customer that the AI agent works at an answer, and what may already be shown of it. That is stored nowhere:
 * the message takes its place, or it goes with the typing. It is not shown once somebody has written meanwhile.
 */
export class ShownWork implements DraftListener {
  readonly #shop: Shop
  readonly #turn: ClaimedTurn
  readonly #who: Speaker
  #draft = ''
  #timer: NodeJS.Timeout | undefined

  constructor(shop: Shop, turn: ClaimedTurn, who: Speaker) {
    this.#shop = shop
    this.#turn = turn
    this.#who = who
  }

  begin(): void {
    this.#publish(true)
    this.#timer = setInterval(() => void this.#show(), TYPES_EVERY_MS)
  }

  draft(text: string, language: Language): void {
    this.#draft = text && asSaid(text, language, this.#who)
    void this.#show()
  }

  end(): void {
    if (this.#timer === undefined) return
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#publish(false)
  }

  async #show(): Promise<void> {
    if (this.#draft !== '') {
      const { conversationId, position } = this.#turn
      const isOver = await hasNewerMessage(this.#shop, conversationId, position).catch(() => true)
      if (isOver) this.#draft = ''
    }
    if (this.#timer) this.#publish(true)
  }

  #publish(active: boolean): void {
    const { name } = this.#who
    const signal = { kind: 'typing', id: this.#turn.conversationId, from: 'member', memberId: null, name } as const
    const draft = active && this.#draft !== '' ? { draft: this.#draft } : {}
    this.#shop.signal({ ...signal, avatarUrl: '', active, ...draft })
  }
}
