import type { Caller } from '../caller.ts'

export const SAMPLE_DATA_MAX = { contacts: 1_000_000, conversations: 1_000_000, messagesPerConversation: 1_000 }

export async function makeSampleData(_caller: Caller, _request: object): Promise<object> {
  throw new Error('coming')
}
