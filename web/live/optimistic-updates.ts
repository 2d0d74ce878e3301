import type { Conversation } from '../api/records.ts'

/**
 * What members did and the service has not answered yet. It is laid over the record, whatever the socket brings
 * meanwhile; taking it back leaves everything else as it is.
 */

export type Patch = (record: Conversation) => Partial<Conversation>

/** Records as the service has them, and what lies over each, while something does. */
const layers = new Map<string, { base: Conversation; patches: Patch[] }>()

function drawn(base: Conversation, patches: Patch[]): Conversation {
  let record = base
  for (const patch of patches) record = { ...record, ...patch(record) }
  return record
}

/** A record of the service's as it is to be shown. */
export function withPatches(record: Conversation): Conversation {
  const layer = layers.get(record.id)
  if (!layer) return record
  layer.base = record
  return drawn(record, layer.patches)
}

/** The record without what lies over it. `shown` is what it is where nothing does. */
export const baseOf = (shown: Conversation) => layers.get(shown.id)?.base ?? shown

/**
 * Lays a change over a record. What it answers takes it off again, and returns the record to show: as it would be without
 * the change, or, where the service took it, with `answer`; undefined where the conversation is gone.
 */
export function lay(shown: Conversation, patch: Patch): (answer?: 'taken' | Conversation) => Conversation | undefined {
  const { id } = shown
  const layer = layers.get(id) ?? { base: shown, patches: [] }
  layers.set(id, layer)
  layer.patches.push(patch)
  return (answer) => {
    if (layers.get(id) !== layer) return undefined
    const { base } = layer
    if (answer === 'taken') layer.base = { ...base, ...patch(base) }
    else if (answer) layer.base = isLater(base, answer) ? base : answer
    layer.patches = layer.patches.filter((other) => other !== patch)
    if (layer.patches.length === 0) layers.delete(id)
    return drawn(layer.base, layer.patches)
  }
}

/** Whether the first of two states of a record is the later one. */
export const isLater = (one: Conversation, other: Conversation) =>
  one.updatedAt !== null && other.updatedAt !== null && one.updatedAt > other.updatedAt

export const forgetPatches = (id: string) => void layers.delete(id)
