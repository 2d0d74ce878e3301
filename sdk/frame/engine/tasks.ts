import { ApiError } from './connection/api.ts'
import { createBackoff } from './connection/backoff.ts'

interface Task {
  /** A later task of the same key takes the place of one that has not begun. */
  key?: string
  run(): Promise<unknown>
  dropped(error: ApiError): void
}

const MAX_TRIES = 6

/**
 * Work for the server, one piece after the other, in the order in which it was asked for. No network: it waits for it.
 * A refusal drops the one piece.
 */
export function createTasks() {
  const backoff = createBackoff()
  let tasks: Task[] = []
  let running: Task | undefined
  let wakeUp: (() => void) | undefined
  let idle: (() => void)[] = []

  async function work(): Promise<void> {
    if (running) return
    for (let task = tasks.shift(); task; task = tasks.shift()) {
      running = task
      await attempt(task)
    }
    running = undefined
    const waiting = idle
    idle = []
    for (const resolve of waiting) resolve()
  }

  async function attempt(task: Task): Promise<void> {
    for (let tries = 1; running === task; tries++) {
      try {
        await task.run()
        backoff.reset()
        return
      } catch (error) {
        const failure = error instanceof ApiError ? error : new ApiError(400, 'INTERNAL', String(error))
        if (!failure.isPassing || (failure.status !== 0 && tries >= MAX_TRIES)) {
          task.dropped(failure)
          return
        }
        await sleep(backoff.next(failure.retryAfter))
      }
    }
  }

  const sleep = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wakeUp = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  return {
    add(run: Task['run'], { key, dropped = () => {} }: Partial<Omit<Task, 'run'>> = {}): void {
      if (key) tasks = tasks.filter((other) => other.key !== key)
      tasks.push({ key, run, dropped })
      work()
    },
    /** Forgets what has not been done, and does not repeat what is under way. */
    clear(): void {
      tasks = []
      running = running && { ...running }
      wakeUp?.()
    },
    wake: () => wakeUp?.(),
    done: () => (running || tasks.length > 0 ? new Promise<void>((resolve) => idle.push(resolve)) : Promise.resolve()),
  }
}
