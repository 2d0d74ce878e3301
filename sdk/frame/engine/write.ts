import type { FileRecord } from '../../shared/records.ts'
import type { Engine } from './engine.ts'

interface Words {
  text: string
  files?: FileRecord[]
  quickReply?: boolean
  replyTo?: string
  wantsPerson?: boolean
}

/** Puts a message into the outbox, under its final id. */
export function addPending(engine: Engine, { text, files = [], quickReply, replyTo, wantsPerson }: Words): void {
  const { campaign, isEarlier, conversation } = engine.store.get()
  engine.outbox.add({
    clientId: newId(),
    text,
    files,
    createdAt: new Date().toISOString(),
    ...(isEarlier && conversation ? { conversationId: conversation.id } : {}),
    ...(quickReply ? { quickReply } : {}),
    ...(replyTo ? { replyTo } : {}),
    ...(wantsPerson ? { wantsPerson } : {}),
    ...(campaign ? { campaign: campaign.key } : {}),
  })
}

/** A UUID, on plain http too, where crypto.randomUUID is missing. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
