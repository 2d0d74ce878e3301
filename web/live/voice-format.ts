import { refusalOfFiles } from '../../src/channels/sendable-files.ts'

/** How a voice message is recorded. */
export interface VoiceFormat {
  /** As MediaRecorder is asked for it. */
  mime: string
  extension: string
}

/** The one that every channel and player takes first. */
const FORMATS: VoiceFormat[] = [
  { mime: 'audio/mp4;codecs=mp4a.40.2', extension: 'm4a' },
  { mime: 'audio/ogg;codecs=opus', extension: 'ogg' },
  { mime: 'audio/webm;codecs=opus', extension: 'weba' },
]

export const typeOf = ({ mime }: VoiceFormat) => mime.split(';')[0] as string

/** The first format that this browser records and the channel delivers; undefined where no format fits both. `channel` null: an internal note. */
export function voiceFormatFor(
  channel: string | null,
  records = (mime: string) => typeof MediaRecorder !== 'undefined' && MediaRecorder.isTypeSupported(mime),
): VoiceFormat | undefined {
  return FORMATS.find((format) => {
    const file = { id: '', name: '', type: typeOf(format), size: 0 }
    return records(format.mime) && (channel === null || refusalOfFiles(channel, [file]) === null)
  })
}
