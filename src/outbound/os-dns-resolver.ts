import { lookup } from 'node:dns/promises'
import { Budget } from '#base/budget.ts'

/** Each look-up by the system holds one of the process's four pool threads, which files and passwords need too. */
const AT_ONCE = 2

async function askSystem(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true, order: 'ipv4first' }).catch(() => [])
  return found.map(({ address }) => address)
}

/** Names as the system knows them, those of /etc/hosts too. Few are looked up at once, each for all who ask for it. */
export class SystemNames {
  readonly #ask: (host: string) => Promise<string[]>
  readonly #asked = new Map<string, Promise<string[]>>()
  readonly #turns = new Budget(AT_ONCE)

  constructor(ask = askSystem) {
    this.#ask = ask
  }

  /** A name's addresses; none where it has none, and none where its turn has not come within `ms`. */
  find(host: string, ms: number): Promise<string[]> {
    const underway = this.#asked.get(host)
    if (underway) return underway
    const until = performance.now() + ms
    const asked = this.#turns
      .hold(1, async () => (performance.now() < until ? this.#ask(host) : []))
      .finally(() => this.#asked.delete(host))
    this.#asked.set(host, asked)
    return asked
  }
}
