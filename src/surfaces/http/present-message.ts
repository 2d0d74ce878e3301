import type { MessageView } from '#core/conversations/messages.ts'

/** One message in its detail form, 20 keys, as JSON (docs/decisions/0003-ready-json.md). */
export function messageDetail({ wire, isDeleted, contentType }: MessageView): string {
  return `${wire.slice(0, -1)},"isDeleted":${isDeleted},"contentType":"${contentType}"}`
}
