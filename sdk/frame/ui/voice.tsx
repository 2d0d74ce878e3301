import { useEffect, useRef, useState } from 'preact/hooks'
import type { FileRefusal } from '../engine/state.ts'
import { useEngine, useWidget } from './context.ts'

/** A voice message ends by itself after this. */
const LONGEST_MS = 5 * 60 * 1000
const TICK_MS = 500
/** The first that this browser records: what most players take comes first. */
const FORMATS = [
  ['audio/mp4;codecs=mp4a.40.2', 'm4a'],
  ['audio/ogg;codecs=opus', 'ogg'],
  ['audio/webm;codecs=opus', 'weba'],
] as const

interface Recording {
  recorder: MediaRecorder
  beganAt: number
  isDiscarded: boolean
}

/** Records a voice message into the files of the message. Nothing where the browser records no format that is taken. */
export function Voice() {
  const { texts, tray, engine } = useWidget()
  const { t } = texts
  const { refusals } = useEngine()
  const recording = useRef<Recording | null>(null)
  const [ms, setMs] = useState<number | null>(null)
  const stop = useRef<HTMLButtonElement>(null)
  const format = formatOf()

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
  const isOn = ms !== null
  // The button that began it is gone: the next one has the focus.
  useEffect(() => {
    if (isOn) stop.current?.focus()
  }, [isOn])
  // The panel was closed: the microphone is let go.
  useEffect(() => () => end(recording.current, true), [])

  async function start([mimeType, extension]: (typeof FORMATS)[number]): Promise<void> {
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
      const recorder = new MediaRecorder(stream, { mimeType })
      const begun: Recording = { recorder, beganAt: Date.now(), isDiscarded: false }
      const parts: Blob[] = []
      recorder.ondataavailable = ({ data }) => parts.push(data)
      recorder.onstop = () => {
        for (const track of stream.getTracks()) track.stop()
        recording.current = null
        setMs(null)
        if (begun.isDiscarded) return
        const type = mimeType.split(';')[0] as string
        tray.add([new File(parts, `${t('voice.name')}.${extension}`, { type })])
      }
      recorder.start()
      recording.current = begun
      setMs(0)
    } catch (error) {
      const { name } = error as Error
      const why: FileRefusal = name === 'NotAllowedError' || name === 'SecurityError' ? 'voice.denied' : 'voice.none'
      engine.store.set({ refusals: [...refusals.filter((one) => one.why !== why), { name: t('voice.name'), why }] })
    }
  }

  if (!format) return null
  if (ms === null) {
    return (
      <button type="button" class="round" aria-label={t('voice.record')} onClick={() => start(format)}>
        <Mark path="M12 14.500a3 3 0 0 0 3-3v-5a3 3 0 0 0-6 0v5a3 3 0 0 0 3 3ZM6 11.500a6 6 0 0 0 12 0M12 17.500V21M9 21h6" />
      </button>
    )
  }
  return (
    <>
      <span role="timer">{clockOf(ms)}</span>
      <button
        ref={stop}
        type="button"
        class="round"
        aria-label={t('voice.stop')}
        onClick={() => end(recording.current, false)}
      >
        <Mark path="M5 12.500l4.500 4.500L19 7.500" />
      </button>
      <button type="button" class="round" aria-label={t('voice.discard')} onClick={() => end(recording.current, true)}>
        <Mark path="M6 6l12 12M18 6L6 18" />
      </button>
    </>
  )
}

const Mark = ({ path }: { path: string }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={path} />
  </svg>
)

/** Undefined also where the page is not secure: there is no microphone then. */
function formatOf(): (typeof FORMATS)[number] | undefined {
  if (typeof MediaRecorder === 'undefined' || !navigator.mediaDevices) return undefined
  return FORMATS.find(([mime]) => MediaRecorder.isTypeSupported(mime))
}

function end(recording: Recording | null, isDiscarded: boolean): void {
  if (!recording || recording.recorder.state === 'inactive') return
  recording.isDiscarded = isDiscarded
  recording.recorder.stop()
}

/** 1:05 */
function clockOf(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
