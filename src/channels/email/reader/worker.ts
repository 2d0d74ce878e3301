import { parentPort, workerData } from 'node:worker_threads'
import { judgeMail } from '../authenticate-mail.ts'
import { recordResolver } from '../authenticity.ts'
import { MailUnreadable } from '../read/parsed-mail.ts'
import type { FromReader, ToReader } from './messages.ts'

// The thread that mails are read in: one at a time, while who sent those before is still being looked up.

const resolve = recordResolver((workerData as { dnsServers: string[] }).dnsServers)
const say = (message: FromReader) => parentPort?.postMessage(message)
let last: Promise<void> = Promise.resolve()

parentPort?.on('message', ({ id, payload }: ToReader) => {
  last = last.then(() => new Promise<void>((done) => void read(id, payload, done)))
})

async function read(id: number, payload: Uint8Array, done: () => void): Promise<void> {
  say({ id, kind: 'begun' })
  const onRead = () => {
    say({ id, kind: 'parsed' })
    done()
  }
  try {
    const mail = await judgeMail(payload, resolve, onRead)
    say({ id, kind: 'read', mail })
  } catch (error) {
    const { message } = error as Error
    say({ id, kind: 'failed', message, isUnreadable: error instanceof MailUnreadable })
  } finally {
    done()
  }
}
