/**
 * A script for pages: a microphone that hums. `refusal`: the browser refuses it with an error of this name, as it does while
 * the page's `window.refusal` has one.
 */
export const microphone = (refusal: string | null = null) => `
  navigator.mediaDevices.getUserMedia = async () => {
    const refusal = window.refusal ?? ${JSON.stringify(refusal)}
    if (refusal) throw new DOMException('refused', refusal)
    const audio = new AudioContext()
    const hum = audio.createOscillator()
    const out = audio.createMediaStreamDestination()
    hum.connect(out)
    hum.start()
    return out.stream
  }`
