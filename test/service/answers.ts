import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const PORTS: Record<string, number> = { 'redis:': 6379, 'postgres:': 5432, 'postgresql:': 5432 }
const CONNECT_MS = 2_000

/** Whether a server listens at the address of a redis:// or postgres:// URL. */
export async function answers(url: string): Promise<boolean> {
  const { hostname, port, protocol } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port || PORTS[protocol]) })
  const isOpen = await Promise.race([once(socket, 'connect'), sleep(CONNECT_MS, null)]).catch(() => null)
  socket.destroy()
  return isOpen !== null
}
