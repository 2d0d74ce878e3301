import { useEffect, useRef, useState } from 'react'
import { t } from '../../../base/texts.ts'
import { typeOf, type VoiceFormat, voiceFormatFor } from '../../../live/voice-format.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { toast } from '../../../ui/toast.tsx'

/** A voice message ends by itself after this. */
const LONGEST_MS = 5 * 60 * 1000
const TICK_MS = 500

interface Recording {
  recorder: MediaRecorder
  beganAt: number
  isDiscarded: boolean
}

/** Records a voice message into the reply's files. Nothing where the browser or the channel has no format for it. */
export default function VoiceButton({
  channel,
  disabled,
  onRecorded,
}: {
  channel: string | null
  disabled: boolean
  onRecorded: (file: File) => void
}) {
  const format = voiceFormatFor(channel)
  const recording = useRef<Recording | null>(null)
  const [ms, setMs] = useState<number | null>(null)
  const latest = useRef(onRecorded)
  latest.current = onRecorded

  useEffect(() => {
    if (ms === null) return
    const timer = setInterval(() => {
      const now = recording.current
      if (!now) return
      const long = Date.now() - now.beganAt
      setMs(long)
      if (long >= LONGEST_MS) now.recorder.stop()
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [ms])
  // On leaving the conversation the microphone is let go.
  useEffect(() => () => end(recording.current, true), [])

  if (!format) return null
  if (ms === null) {
    return (
      <IconButton
        icon="mic"
        label={t('Record a voice message')}
        disabled={disabled}
        onClick={async () => {
          recording.current = await start(
            format,
            (file) => latest.current(file),
            () => {
              recording.current = null
              setMs(null)
            },
          )
          if (recording.current) setMs(0)
        }}
      />
    )
  }
  return (
    // The button that began it is gone: the next one has the focus.
    <span className="voice">
      <span role="timer">{t('Recording {0}', clockOf(ms))}</span>
      <Button icon="check" autoFocus onClick={() => end(recording.current, false)}>
        {t('Stop')}
      </Button>
      <IconButton icon="trash" label={t('Discard the recording')} onClick={() => end(recording.current, true)} />
    </span>
  )
}

/** Begins to record; null where the microphone cannot be had, which is said in words. */
async function start(format: VoiceFormat, done: (file: File) => void, ended: () => void): Promise<Recording | null> {
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
    const recorder = new MediaRecorder(stream, { mimeType: format.mime })
    const recording: Recording = { recorder, beganAt: Date.now(), isDiscarded: false }
    const parts: Blob[] = []
    recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
    recorder.addEventListener('stop', () => {
      for (const track of stream.getTracks()) track.stop()
      ended()
      if (recording.isDiscarded) return
      done(new File(parts, `${t('Voice message')}.${format.extension}`, { type: typeOf(format) }))
    })
    recorder.start()
    return recording
  } catch (error) {
    toast(wordsOf(error as Error), { kind: 'error' })
    return null
  }
}

function end(recording: Recording | null, isDiscarded: boolean): void {
  if (!recording || recording.recorder.state === 'inactive') return
  recording.isDiscarded = isDiscarded
  recording.recorder.stop()
}

function wordsOf({ name }: Error): string {
  if (name === 'NotAllowedError' || name === 'SecurityError')
    return t('The browser does not allow the microphone here. Allow it for this page, then try again.')
  if (name === 'NotFoundError') return t('No microphone was found.')
  return t('The microphone cannot be used now. Another program may be using it.')
}

/** 1:05 */
function clockOf(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
