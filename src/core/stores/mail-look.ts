import { readable } from '#base/colour.ts'
import type { MailLook } from '#channels/email/mail-html.ts'
import type { StoredMailLook } from '#storage/stores/stores.ts'

/** What mail programs show mails on, unless the reader chose a dark look; then they change colours themselves. */
const GROUND = '#ffffff'

/** A store's look as mails have it; null where the store chose none. Its colour reads on white (WCAG 2 AA). */
export function mailLookOf(
  stored: StoredMailLook | null,
  { storeName, baseUrl }: { storeName: string; baseUrl: string },
): MailLook | null {
  if (!stored) return null
  const { logoUrl, color, footer } = stored
  return {
    storeName,
    logoUrl: logoUrl?.startsWith('/') ? baseUrl + logoUrl : logoUrl,
    color: color && readable(color, GROUND),
    footer: footer?.trim() || null,
  }
}
