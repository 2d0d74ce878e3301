import { connect, createServer, type Socket } from 'node:net'
import { after } from 'node:test'

/** Stands between the service and a local server, and spoils what passes through. */
export async function startRelay(target: number) {
  const pairs = new Set<Socket>()
  let isRefusing = false
  let to = target
  const relay = createServer((near) => {
    near.on('error', () => {})
    if (isRefusing) return void near.resetAndDestroy()
    const far = connect(to, '127.0.0.1')
    far.on('error', () => near.destroy())
    far.on('close', () => near.destroy())
    near.on('close', () => {
      pairs.delete(near)
      far.destroy()
    })
    near.pipe(far)
    far.pipe(near)
    pairs.add(near)
  })
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
  after(() => {
    relay.close()
    for (const near of pairs) near.destroy()
  })
  const reset = () => {
    for (const near of pairs) near.resetAndDestroy()
  }
  return {
    port: (relay.address() as { port: number }).port,
    reset,
    babble() {
      for (const near of pairs) near.write('!!! nonsense\r\n$-7\r\n*9999999\r\n')
    },
    refuse() {
      isRefusing = true
      reset()
    },
    accept() {
      isRefusing = false
    },
    /** Leads to another server from now on. */
    moveTo(port: number) {
      to = port
      reset()
    },
  }
}
