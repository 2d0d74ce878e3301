import { Worker } from 'node:worker_threads'
import { SourceUnreadable } from '../web.ts'
import type { ReadingKind, ReadingReply, ReadingRequest, Readings } from './messages.ts'

export interface DocumentReaderOptions {
  /** How long reading one document may take, in milliseconds. Default 15,000. */
  timeoutMs?: number
  /** The thread's memory, in MiB. Default 512. */
  memory?: number
}

interface Reading {
  request: ReadingRequest
  resolve(answer: unknown): void
  reject(error: Error): void
}

/**
 * Reads documents of strangers in a thread of its own, one at a time, so that a large or a hostile one delays no other work.
 * One that takes too long, or too much memory, is unreadable, and the thread is started again.
 */
export class DocumentReader {
  readonly #timeoutMs: number
  readonly #memory: number
  readonly #waiting: Reading[] = []
  #current: Reading | undefined
  #worker: Worker | undefined
  #alarm: NodeJS.Timeout | undefined
  #isClosed = false

  constructor({ timeoutMs = 15_000, memory = 512 }: DocumentReaderOptions = {}) {
    this.#timeoutMs = timeoutMs
    this.#memory = memory
  }

  /** Throws `SourceUnreadable`. */
  read<Kind extends ReadingKind>(kind: Kind, ask: Readings[Kind]['ask']): Promise<Readings[Kind]['answer']> {
    return new Promise((resolve, reject) => {
      const request = { kind, ask } as ReadingRequest
      this.#waiting.push({ request, resolve: resolve as (answer: unknown) => void, reject })
      this.#begin()
    })
  }

  /** Ends the thread; what it had, and what waited, fails. */
  close(): void {
    this.#isClosed = true
    this.#end(new SourceUnreadable('the import has ended'))
    for (const { reject } of this.#waiting.splice(0)) reject(new SourceUnreadable('the import has ended'))
  }

  #begin(): void {
    if (this.#current || this.#isClosed) return
    this.#current = this.#waiting.shift()
    if (!this.#current) return
    this.#worker ??= this.#start()
    this.#alarm = setTimeout(() => {
      this.#end(new SourceUnreadable(`it takes longer than ${this.#timeoutMs / 1000} s to read`))
    }, this.#timeoutMs)
    this.#worker.postMessage(this.#current.request)
  }

  #start(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: this.#memory },
    })
    const ended = (error: Error) => {
      if (this.#worker === worker) this.#end(new SourceUnreadable(`it cannot be read (${error.message.slice(0, 200)})`))
    }
    worker.on('message', (reply: ReadingReply) => this.#worker === worker && this.#hear(reply))
    worker.on('error', ended)
    worker.on('exit', () => ended(new Error('its reader ended')))
    worker.unref()
    return worker
  }

  #hear(reply: ReadingReply): void {
    const reading = this.#current
    this.#current = undefined
    clearTimeout(this.#alarm)
    if ('answer' in reply) reading?.resolve(reply.answer)
    else reading?.reject(new SourceUnreadable(reply.failed))
    this.#begin()
  }

  /** Ends the thread and what it reads. */
  #end(error: Error): void {
    const [reading, worker] = [this.#current, this.#worker]
    this.#current = undefined
    this.#worker = undefined
    clearTimeout(this.#alarm)
    void worker?.terminate()
    reading?.reject(error)
    this.#begin()
  }
}
