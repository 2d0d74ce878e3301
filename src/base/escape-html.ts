import { nullPrototypeRecord } from './null-prototype-record.ts'

const ENTITIES: Record<string, string> = nullPrototypeRecord({
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
})

/** A text as HTML shows it, between tags and inside attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string)
}
