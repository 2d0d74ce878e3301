import type { PreparedRun } from '#core/custom-actions/agent-runs.ts'
import type { ActiveGuidance } from '#core/guidance/guidance.ts'
import type { FollowedGuidance, Turn } from '../../turn.ts'
import type { Reply } from '../context.ts'

/** What guidance makes of a turn: a reply of its own, a handoff, or a reply as usual. */
export interface Guided {
  followed: FollowedGuidance
  reply: ActionReply | { act: 'hand_over' } | { act: 'as_usual' }
}

/** A reply that may announce a run of an own action. */
export type ActionReply = Extract<Reply, { act: 'answer' }> & { customAction?: PreparedRun }

/** A handoff by guidance, with what was answered so far. */
export function handedOff(
  guidance: ActiveGuidance,
  begun: Pick<FollowedGuidance, 'values' | 'begunWith'>,
  more: Pick<FollowedGuidance, 'tags'> & Partial<FollowedGuidance> = { tags: [] },
): Guided {
  return { followed: { ...followedBy(guidance, begun), ...more }, reply: { act: 'hand_over' } }
}

/** Guidance as a decision names it, with nothing done yet. */
export function followedBy(
  { id, name, handOff: { teamId, note } }: ActiveGuidance,
  { values, begunWith }: Pick<FollowedGuidance, 'values' | 'begunWith'>,
): FollowedGuidance {
  return {
    id,
    name,
    values,
    begunWith,
    teamId,
    note: note.trim(),
    farewell: null,
    run: null,
    tags: [],
    instruction: null,
  }
}

/** A turn that is answered as usual: after questions, what the customer wrote before them is asked once more. */
export function guidedTurn(turn: Turn, { begunWith }: Pick<FollowedGuidance, 'begunWith'>): Turn {
  if (turn.guidanceRun === undefined) return { ...turn, isGuided: true }
  const again = { senderType: 'customer' as const, text: begunWith }
  return { ...turn, isGuided: true, lines: [...turn.lines, again], asked: [begunWith] }
}
