import { table } from './table.ts'

const ENTITIES: Record<string, string> = table({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })

/** A text as HTML shows it, between tags and inside attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string)
}
