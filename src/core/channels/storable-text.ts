import { firstCodePoints, hasText } from '#base/text.ts'
import { MESSAGE_TEXT_MAX } from '#core/limits.ts'

/** Shown where a message has neither text nor files, or none yet. */
export const NO_TEXT = '[no text]'

/** Text of a message from a channel, cut to the limit; empty only where files carry it. `subject` stands in for a missing text. */
export function storableText(
  text: string,
  { hasFiles, subject = '' }: { hasFiles: boolean; subject?: string },
): string {
  if (hasText(text)) return firstCodePoints(text, MESSAGE_TEXT_MAX)
  if (hasFiles) return ''
  return hasText(subject) ? firstCodePoints(subject, MESSAGE_TEXT_MAX) : NO_TEXT
}
