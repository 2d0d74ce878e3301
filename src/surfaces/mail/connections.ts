import type { SMTPServer, SMTPServerSession } from 'smtp-server'
import { networkOf } from '#base/network.ts'

const CONNECTIONS_MAX = 200
const PER_NETWORK_MAX = 20
/** How long one connection may last, whatever it does. */
const LIFETIME_MS = 10 * 60_000
const LOOK_MS = 10_000

/** Limits SMTP connections: total, per network, and duration. */
export class Connections {
  readonly #open = new Map<string, { network: string; until: number }>()
  #looking: NodeJS.Timeout | undefined

  /** Null, or the refusal of a connection. */
  admit({ id, remoteAddress }: SMTPServerSession): Error | null {
    const network = networkOf(remoteAddress)
    const same = [...this.#open.values()].filter((one) => one.network === network).length
    if (this.#open.size >= CONNECTIONS_MAX || same >= PER_NETWORK_MAX) {
      return Object.assign(new Error('Too many connections, try again later'), { responseCode: 421 })
    }
    this.#open.set(id, { network, until: Date.now() + LIFETIME_MS })
    return null
  }

  leave({ id }: SMTPServerSession): void {
    this.#open.delete(id)
  }

  /** Ends connections whose time is over. */
  watch(server: SMTPServer): void {
    this.#looking = setInterval(() => {
      for (const connection of server.connections) {
        const until = this.#open.get(connection.session.id)?.until
        if (until !== undefined && until < Date.now()) connection.close()
      }
    }, LOOK_MS)
  }

  stop(): void {
    clearInterval(this.#looking)
  }
}
