import { parentPort } from 'node:worker_threads'

// A thread that reads mails as src/channels/email/reader/worker.ts does, but never answers again once it reads the mail
// `endless`, or looks up the sender of the mail `stuck`. Looking up others takes a moment.

const LOOKUP_MS = 100

parentPort?.on('message', ({ id, payload }: { id: number; payload: Uint8Array }) => {
  const text = Buffer.from(payload).toString()
  const say = (message: object) => parentPort?.postMessage({ id, ...message })
  const block = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  say({ kind: 'begun' })
  if (text === 'endless') block()
  say({ kind: 'parsed' })
  if (text === 'stuck') block()
  setTimeout(() => say({ kind: 'read', mail: text }), LOOKUP_MS)
})
