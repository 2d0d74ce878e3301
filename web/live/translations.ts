import { queries } from '../api/queries.ts'
import type { Message, MessageTranslation, Translation } from '../api/records.ts'
import * as api from '../api/translations.ts'
import { TRANSLATED_AT_ONCE } from '../base/limits.ts'
import { createStore } from '../base/store.ts'
import { language, t } from '../base/texts.ts'
import { complain, toast } from '../ui/toast.tsx'
import { inbox } from './state.ts'

/** Messages in the member's language. Texts are kept for as long as the page is open. */

interface Known extends MessageTranslation {
  /** The text that was translated: an edited message has another one. */
  of: string
}

interface TranslationsState {
  known: Record<string, Known>
  /** Messages that show their original although a translation is known. */
  originals: Record<string, boolean>
  asked: Record<string, boolean>
  /** Why the newest request of a conversation failed. */
  failures: Record<string, string>
}

export const translations = createStore<TranslationsState>({ known: {}, originals: {}, asked: {}, failures: {} })

export const canTranslate = () => inbox.get().me.store.canTranslate

/** Name of a language in the member's own, such as French. */
export function languageName(code: string): string {
  try {
    return new Intl.DisplayNames([language], { type: 'language' }).of(code) ?? code
  } catch {
    return code
  }
}

/** Whether a message can be translated: words that a customer, a member or the AI agent wrote. */
export const isTranslatable = ({ text, isNote, isDeleted, isTransfer }: Message) =>
  !isNote && !isDeleted && !isTransfer && /\p{L}/u.test(text)

/** The known translation of a message as it reads now. */
export const translationOf = (message: Message, known: TranslationsState['known']): Known | undefined =>
  known[message.id]?.of === message.text ? known[message.id] : undefined

export const showOriginal = (messageId: string, isShown: boolean) =>
  translations.set(({ originals }) => ({ originals: { ...originals, [messageId]: isShown } }))

/** Translates messages that are not translated yet; at most TRANSLATED_AT_ONCE, the newest. */
export async function translate(id: string, messages: Message[]): Promise<void> {
  const { known, asked } = translations.get()
  const wanted = messages.filter((one) => isTranslatable(one) && !translationOf(one, known) && !asked[keyOf(one)])
  const some = wanted.slice(-TRANSLATED_AT_ONCE)
  if (some.length === 0) return
  const mark = (isAsked: boolean) =>
    translations.set(({ asked }) => ({
      asked: { ...asked, ...Object.fromEntries(some.map((one) => [keyOf(one), isAsked])) },
    }))
  mark(true)
  try {
    const found = await api.translateMessages(
      id,
      some.map((one) => one.id),
      language,
    )
    const texts = new Map(some.map((one) => [one.id, one.text]))
    const more = Object.fromEntries(found.map((one) => [one.messageId, { ...one, of: texts.get(one.messageId) ?? '' }]))
    translations.set(({ known, failures: { [id]: _, ...failures } }) => ({ known: { ...known, ...more }, failures }))
    mark(false)
  } catch (error) {
    // Asked for again only when the member says so.
    translations.set(({ failures }) => ({ failures: { ...failures, [id]: (error as Error).message } }))
  }
}

const keyOf = ({ id, text }: Message) => `${id} ${text}`

/** Forgets a failure, so that what was asked for is asked for again. */
export function tryAgain(id: string): void {
  translations.set(({ failures: { [id]: _, ...failures } }) => ({ failures, asked: {} }))
}

/** Translates one message on request, and shows it; says so where it needs none. */
export async function translateOne(id: string, message: Message): Promise<void> {
  tryAgain(id)
  showOriginal(message.id, false)
  await translate(id, [message])
  const failure = translations.get().failures[id]
  const found = translationOf(message, translations.get().known)
  if (failure) toast(t('Not translated: {0}', failure), { kind: 'error' })
  else if (found?.text === null) toast(t('This message is in your language already.'))
}

/** Whether the open conversation is translated always; remembered for this member. */
export async function toggleAlways(id: string): Promise<void> {
  try {
    const { queryKey } = api.translationQuery(id)
    const now = await queries.ensureQueryData(api.translationQuery(id))
    queries.setQueryData<Translation>(queryKey, { ...now, always: !now.always })
    try {
      queries.setQueryData(queryKey, await api.setAlways(id, !now.always))
    } catch (error) {
      queries.setQueryData(queryKey, now)
      throw error
    }
  } catch (error) {
    complain(error)
  }
}
