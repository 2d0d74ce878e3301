import { parsePartialJson } from 'ai'
import { type ModelReply, readReply } from './prompt.ts'

/** The end of a sentence that another one follows. */
const ENDS = /[.!?…](?=\s)|[。！？]|\n/g

/**
 * Follows a reply while the model still writes it, and calls `onDraft` with its whole sentences once `mayBeSaid` has
 * found nothing wrong with them: what a check would stop is never shown, and neither is half a price.
 */
export class Drafts {
  readonly #mayBeSaid: (reply: ModelReply) => boolean
  readonly #onDraft: (text: string) => void
  #shown = ''

  constructor(mayBeSaid: (reply: ModelReply) => boolean, onDraft: (text: string) => void) {
    this.#mayBeSaid = mayBeSaid
    this.#onDraft = onDraft
  }

  /** Takes the arguments as far as they have come. */
  async take(text: string): Promise<void> {
    const { value } = await parsePartialJson(text)
    const reply = readReply(value)
    if (reply?.action !== 'answer') return
    const end = [...reply.text.matchAll(ENDS)].at(-1)
    const whole = end ? reply.text.slice(0, end.index + 1).trim() : ''
    if (whole.length <= this.#shown.length || !this.#mayBeSaid({ ...reply, text: whole })) return
    this.#shown = whole
    this.#onDraft(whole)
  }

  /** What was shown does not stand. */
  discard(): void {
    if (this.#shown === '') return
    this.#shown = ''
    this.#onDraft('')
  }
}
