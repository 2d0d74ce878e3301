import { nullPrototypeRecord } from '#base/null-prototype-record.ts'
import type { SendableFile } from './sendable-files.ts'
import { type MessageLimit, splitMessage } from './split-message.ts'

/** Lengths of one text at the messengers; mail has no limit. */
const TEXT_LIMITS: Record<string, MessageLimit> = nullPrototypeRecord({
  social_messenger: { unit: 'characters', max: 2_000 },
  photo_social: { unit: 'bytes', max: 1_000 },
  phone_messenger: { unit: 'characters', max: 4_096 },
})

/** What is sent at once: all of a mail; of a messenger's message a piece of the text, or one file. */
export interface MessagePart {
  text: string
  files: readonly SendableFile[]
}

/** The parts of a message in the order in which its channel sends them: the text in pieces, then each file. A template is one. */
export function partsOf(
  channel: string,
  { text, files, template }: { text: string; files: readonly SendableFile[]; template?: object | null },
): MessagePart[] {
  const limit = template ? undefined : TEXT_LIMITS[channel]
  if (!limit) return [{ text, files }]
  const pieces = text === '' && files.length > 0 ? [] : splitMessage(text, limit)
  return [...pieces.map((piece) => ({ text: piece, files: [] })), ...files.map((file) => ({ text: '', files: [file] }))]
}

/** How many of a message's parts are text alone. */
export function countTextParts(channel: string, message: Parameters<typeof partsOf>[1]): number {
  return partsOf(channel, message).filter(({ files }) => files.length === 0).length
}
