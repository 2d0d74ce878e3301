import { Worker } from 'node:worker_threads'
import type { JudgedMail } from '../authenticate-mail.ts'
import { MailUnreadable } from '../read/parsed-mail.ts'
import type { FromReader, ToReader } from './messages.ts'

export interface MailReaderOptions {
  /** Name servers for SPF, DKIM and DMARC records; empty: the system's. */
  dnsServers: readonly string[]
  /** How long reading a mail may take, and how long looking up its sender, in milliseconds. Default 20,000 each. */
  timeoutMs?: number
  /** The thread's memory, in MiB. Default 512. */
  memory?: number
  /** The thread's program. Default `worker.ts`. */
  program?: URL
}

interface Job {
  payload: Uint8Array
  resolve(mail: JudgedMail): void
  reject(error: Error): void
  /** Whether it is read while the thread has no other mail: it was there when the thread was ended. */
  isAlone: boolean
  /** Runs from its beginning to its end; undefined before. */
  alarm?: NodeJS.Timeout
}

/**
 * Reads mails in a thread of its own, so that a large or a hostile one delays no other work. Where a mail takes too long,
 * while it is read or its sender looked up, or too much memory, the thread is started again. A mail that had the thread
 * to itself is then unreadable; of several each is read again alone, because any of them may have been the one.
 */
export class MailReader {
  readonly #options: Required<MailReaderOptions>
  /** Mails that the thread does not have yet, and those that it has, by number. */
  #waiting: Job[] = []
  readonly #given = new Map<number, Job>()
  #worker: Worker | undefined
  #nextId = 0

  constructor(options: MailReaderOptions) {
    this.#options = { timeoutMs: 20_000, memory: 512, program: new URL('./worker.ts', import.meta.url), ...options }
  }

  /** Reads what `packMail` made. Throws `MailUnreadable` for what can never be read, another error where the reader closes. */
  read(payload: Uint8Array): Promise<JudgedMail> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ payload, resolve, reject, isAlone: false })
      this.#give()
    })
  }

  /** Mails in progress fail; another reader may read them. */
  close(): void {
    const jobs = [...this.#take(), ...this.#waiting.splice(0)]
    for (const { reject } of jobs) reject(new Error('mails are not read any more: the service stops'))
  }

  /** Gives waiting mails to the thread: all that come before one to be read alone, or that one. */
  #give(): void {
    while (this.#waiting.length > 0) {
      const isAlone = this.#waiting[0]?.isAlone || [...this.#given.values()].some((job) => job.isAlone)
      if (isAlone && this.#given.size > 0) return
      const job = this.#waiting.shift() as Job
      const id = this.#nextId++
      this.#given.set(id, job)
      this.#worker ??= this.#start()
      this.#worker.postMessage({ id, payload: job.payload } satisfies ToReader)
    }
  }

  #start(): Worker {
    const { dnsServers, memory, program } = this.#options
    const worker = new Worker(program, {
      workerData: { dnsServers },
      resourceLimits: { maxOldGenerationSizeMb: memory },
    })
    worker.on('message', (message: FromReader) => this.#worker === worker && this.#hear(message))
    worker.on('error', (error) => this.#worker === worker && this.#startAgain(error))
    worker.on('exit', () => this.#worker === worker && this.#startAgain(new Error('the thread that reads mails ended')))
    worker.unref()
    return worker
  }

  #hear(message: FromReader): void {
    const job = this.#given.get(message.id)
    if (!job) return
    clearTimeout(job.alarm)
    if (message.kind === 'begun' || message.kind === 'parsed') {
      this.#watch(job)
      return
    }
    this.#given.delete(message.id)
    this.#give()
    if (message.kind === 'read') job.resolve(message.mail)
    else job.reject(message.isUnreadable ? new MailUnreadable(message.message) : new Error(message.message))
  }

  #watch(job: Job): void {
    const { timeoutMs } = this.#options
    job.alarm = setTimeout(() => this.#startAgain(new Error(`it takes longer than ${timeoutMs} ms`)), timeoutMs)
  }

  /** Ends the thread, and reads again what it had not finished. */
  #startAgain(error: Error): void {
    const jobs = this.#take()
    const begun = jobs.filter(({ alarm }) => alarm)
    const [first, second] = begun
    if (first && !second) first.reject(new MailUnreadable(`the mail cannot be read: ${error.message}`))
    else for (const job of begun) job.isAlone = true
    // Without a mail in it the thread failed by itself: it would again.
    if (!first) for (const { reject } of jobs) reject(error)
    else this.#waiting.unshift(...jobs.filter((job) => job !== first || second))
    for (const job of jobs) delete job.alarm
    this.#give()
  }

  /** Ends the thread; returns the mails that it had. */
  #take(): Job[] {
    const jobs = [...this.#given.values()]
    this.#given.clear()
    const worker = this.#worker
    this.#worker = undefined
    for (const { alarm } of jobs) clearTimeout(alarm)
    void worker?.terminate()
    return jobs
  }
}
