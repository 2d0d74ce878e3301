import { Worker } from 'node:worker_threads'
import type { JudgedMail } from '../judge.ts'
import { MailUnreadable } from '../read/parsed-mail.ts'
import type { FromReader, ToReader } from './messages.ts'

export interface MailReaderOptions {
  /** Who is asked for SPF, DKIM and DMARC records; empty: the system's name servers. */
  dnsServers: readonly string[]
  /** How long a mail may keep the thread to itself, in milliseconds; one of 25 MB takes two seconds. Default 20,000. */
  timeoutMs?: number
  /** The thread's memory, in MiB. Default 512. */
  memory?: number
}

interface Job {
  resolve(mail: JudgedMail): void
  reject(error: Error): void
}

/**
 * Reads mails in a thread of its own, so that a large or a hostile one keeps nobody waiting. A mail that takes too long,
 * or too much memory, is unreadable; the thread begins anew, and what else it had is read again by whoever asked.
 */
export class MailReader {
  readonly #options: Required<MailReaderOptions>
  readonly #jobs = new Map<number, Job>()
  #worker: Worker | undefined
  #nextId = 0
  /** The mail that has the thread to itself. */
  #current: number | undefined
  #alarm: NodeJS.Timeout | undefined

  constructor(options: MailReaderOptions) {
    this.#options = { timeoutMs: 20_000, memory: 512, ...options }
  }

  /** Reads what `packMail` made. Throws `MailUnreadable` for what will never be read, another error for what may be later. */
  read(payload: Uint8Array): Promise<JudgedMail> {
    const id = this.#nextId++
    return new Promise((resolve, reject) => {
      this.#jobs.set(id, { resolve, reject })
      this.#worker ??= this.#start()
      this.#worker.postMessage({ id, payload } satisfies ToReader)
    })
  }

  /** What is being read is read again by whoever opens the next one. */
  close(): void {
    this.#current = undefined
    this.#end(new Error('mails are not read any more: the service stops'))
  }

  #start(): Worker {
    const { dnsServers, memory } = this.#options
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: { dnsServers },
      resourceLimits: { maxOldGenerationSizeMb: memory },
    })
    worker.on('message', (message: FromReader) => this.#hear(message))
    worker.on('error', (error) => this.#worker === worker && this.#end(error))
    worker.on('exit', () => this.#worker === worker && this.#end(new Error('the thread that reads mails ended')))
    worker.unref()
    return worker
  }

  #hear(message: FromReader): void {
    const { id } = message
    if (message.kind === 'begun') {
      this.#current = id
      const late = new Error(`it takes longer than ${this.#options.timeoutMs} ms`)
      this.#alarm = setTimeout(() => this.#end(late), this.#options.timeoutMs)
      return
    }
    if (this.#current === id) {
      this.#current = undefined
      clearTimeout(this.#alarm)
    }
    if (message.kind === 'parsed') return
    const job = this.#jobs.get(id)
    this.#jobs.delete(id)
    if (message.kind === 'read') job?.resolve(message.mail)
    if (message.kind !== 'failed') return
    job?.reject(message.isUnreadable ? new MailUnreadable(message.message) : new Error(message.message))
  }

  /** Ends the thread: by it the mail that it was reading, and no other, is unreadable. */
  #end(error: Error): void {
    const [worker, current, jobs] = [this.#worker, this.#current, [...this.#jobs]]
    this.#worker = undefined
    this.#current = undefined
    this.#jobs.clear()
    clearTimeout(this.#alarm)
    void worker?.terminate()
    for (const [id, { reject }] of jobs) {
      reject(id === current ? new MailUnreadable(`the mail cannot be read: ${error.message}`) : error)
    }
  }
}
