let context: AudioContext | undefined

/** Two soft notes, made rather than fetched; silent until the shopper has touched the page. */
export function chime(): void {
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return
  try {
    context ??= new AudioContext()
    if (context.state === 'suspended') context.resume()
    const start = context.currentTime
    for (const [at, pitch] of [
      [0, 660],
      [0.11, 880],
    ] as const) {
      const note = context.createOscillator()
      const loudness = context.createGain()
      note.frequency.value = pitch
      loudness.gain.setValueAtTime(0, start + at)
      loudness.gain.linearRampToValueAtTime(0.06, start + at + 0.015)
      loudness.gain.exponentialRampToValueAtTime(0.0001, start + at + 0.4)
      note.connect(loudness).connect(context.destination)
      note.start(start + at)
      note.stop(start + at + 0.45)
    }
  } catch {}
}
