import type { JudgedMail } from '../judge.ts'

/** To the thread that reads mails. */
export interface ToReader {
  id: number
  /** Of `packMail`. */
  payload: Uint8Array
}

/** From it. `begun` and `parsed` enclose what takes the thread for itself. */
export type FromReader =
  | { id: number; kind: 'begun' | 'parsed' }
  | { id: number; kind: 'read'; mail: JudgedMail }
  | { id: number; kind: 'failed'; message: string; isUnreadable: boolean }
