import type { Caller } from '../caller.ts'
export async function importRecords(_caller: Caller, _body: AsyncIterable<Buffer>): Promise<object> {
  throw new Error('coming')
}
