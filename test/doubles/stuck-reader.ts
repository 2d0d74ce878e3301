import { parentPort } from 'node:worker_threads'

// A thread that reads mails as src/channels/email/reader/worker.ts does, but never answers again once it looks up the
// sender of the mail `stuck`. Looking up others takes a moment.

const LOOKUP_MS = 100

parentPort?.on('message', ({ id, payload }: { id: number; payload: Uint8Array }) => {
  const text = Buffer.from(payload).toString()
  const say = (message: object) => parentPort?.postMessage({ id, ...message })
  say({ kind: 'begun' })
  say({ kind: 'parsed' })
  if (text === 'stuck') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  setTimeout(() => say({ kind: 'read', mail: text }), LOOKUP_MS)
})
