import { attack, startAttacked } from '#test/fixtures/webhook-attacks.ts'
import { withServer } from './server.ts'

const SENT = Number(process.env.BENCH_FORGERIES ?? 1_000)

export interface Forged {
  name: string
  sent: number
  changed: number
}

/** Sends each platform's door webhooks that are to change nothing, and counts the records that are others then. */
export async function measureForgeries(): Promise<Forged[]> {
  const { env, targets } = await startAttacked()
  return withServer(env, async (server) => {
    const found: Forged[] = []
    for (const target of await targets(server)) {
      const { sent, forged, changed } = await attack(server, target, SENT)
      if (forged.some((status) => status !== 401)) throw new Error(`a forged webhook was answered with ${forged}`)
      found.push({ name: target.platform.kind, sent, changed: changed.length })
    }
    return found
  })
}
