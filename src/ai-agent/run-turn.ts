import type { Shop } from '#database/database.ts'
import { type ClaimedTurn, finishTurn } from '#storage/ai-agent/turns.ts'
import { commitTurn, type TurnOutcome } from './commit.ts'
import { type DecideParts, decide, decideHandOver } from './decide.ts'
import { ShownWork } from './draft-publisher.ts'
import { readTurn } from './read-turn.ts'
import { summarise } from './summary.ts'

/** Number of claims after which workers died or failed over a turn: it is handed off instead. */
const ATTEMPTS_MAX = 4

/** Does what a claimed turn asks for. What it cannot do now is thrown: the turn is due again later. */
export async function runTurn(shop: Shop, turn: ClaimedTurn, parts: DecideParts): Promise<TurnOutcome | 'summary'> {
  if (turn.kind === 'summary') {
    await summarise(shop, turn, parts.model)
    return 'summary'
  }
  const opened = await readTurn(shop, turn)
  if (opened.kind === 'nothing') {
    await finishTurn(shop, turn)
    return 'discarded'
  }
  const reason = turn.attempts > ATTEMPTS_MAX ? 'failed' : opened.kind === 'hand_over' ? opened.reason : null
  const { settings, asked, askedPosition, hasSpoken } = opened
  const shown = new ShownWork(shop, turn, { name: settings.ai.name, hasSpoken })
  try {
    const decision =
      opened.kind === 'turn' && reason === null
        ? await decide(opened.turn, parts, shown)
        : await decideHandOver(opened, reason ?? 'failed')
    return await commitTurn(shop, turn, { settings, decision, asked, askedPosition, hasSpoken })
  } finally {
    shown.end()
  }
}
