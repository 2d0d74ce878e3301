import type { JudgedMail } from '../authenticate-mail.ts'

/** To the thread that reads mails. */
export interface ToReader {
  id: number
  /** Result of `packMail`. */
  payload: Uint8Array
}

/** From it. `begun`: it reads the mail; `parsed`: it looks up who sent it, and reads the next; then `read` or `failed`. */
export type FromReader =
  | { id: number; kind: 'begun' }
  | { id: number; kind: 'parsed' }
  | { id: number; kind: 'read'; mail: JudgedMail }
  | { id: number; kind: 'failed'; message: string; isUnreadable: boolean }
