import { type FormattedText, readMarks, withWhatsAppMarks } from '#base/formatting.ts'

/** Channels that show formatted text; the others get plain text. */
const FORMATTED_CHANNELS = new Set(['online_store', 'email'])

/** A reply as typed in the composer, as its channel takes it: WhatsApp reads its own marks for bold and italic. */
export function formatFor(channel: string, typed: string): FormattedText {
  const read = readMarks(typed)
  if (FORMATTED_CHANNELS.has(channel)) return read
  return { text: channel === 'phone_messenger' ? withWhatsAppMarks(read) : read.text, formatting: [] }
}
