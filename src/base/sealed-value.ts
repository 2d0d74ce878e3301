import { clock } from './clock.ts'
import type { SecretBox } from './secret-box.ts'

/** Encrypts a value for a browser to bring back within `lifetimeMs`: nobody else can read, change or make one. */
export function sealValue(secrets: SecretBox, purpose: string, value: object, lifetimeMs: number): string {
  return secrets.seal(JSON.stringify({ value, until: clock.now() + lifetimeMs }), purpose)
}

/** What was sealed for the purpose; null for what is forged, changed or expired.. */
export function openValue<T>(secrets: SecretBox, purpose: string, sealed: string | null): T | null {
  if (!sealed?.startsWith('sealed:')) return null // the box returns what is not sealed as it is
  try {
    const { value, until } = JSON.parse(secrets.open(sealed, purpose)) as { value: T; until: number }
    return until > clock.now() ? value : null
  } catch {
    return null
  }
}
