import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { fromBase32, toBase32 } from '#base/base32.ts'

/** Codes of authenticator apps: RFC 6238 with what every app takes (SHA-1, 6 digits, 30 seconds). */

const STEP_MS = 30_000

/** 160 random bits, in the base 32 that apps read. */
export function newTotpSecret(): string {
  return toBase32(randomBytes(20))
}

/** What an app reads from a QR code. */
export function totpAddress(secret: string, { issuer, account }: { issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
}

export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (mac.at(-1) as number) & 0xf
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0')
}

/** The step whose code this is, one step early or late included; null for a wrong code and for one used before. */
export function matchTotp(secret: string, code: string, nowMs: number, lastStep: number): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const now = Math.floor(nowMs / STEP_MS)
  for (const step of [now, now - 1, now + 1]) {
    if (step > lastStep && timingSafeEqual(Buffer.from(totpCode(secret, step)), Buffer.from(code))) return step
  }
  return null
}
