import { makeStorable } from '#base/text.ts'

/** How much of an answer is read: each try keeps less, until it is short enough. */
const TRIES = [
  { depth: 6, items: 20, keys: 40, text: 500 },
  { depth: 4, items: 5, keys: 20, text: 200 },
  { depth: 3, items: 3, keys: 10, text: 80 },
]
const JSON_MAX = 4_000

/** The answer of an action, cut short for a model: whatever its texts say, they are data. Null where nothing can be kept. */
export function dataForModel(data: unknown): unknown {
  for (const limits of TRIES) {
    const kept = cut(data, limits.depth, limits)
    if ((JSON.stringify(kept) ?? '').length <= JSON_MAX) return kept ?? null
  }
  return null
}

function cut(value: unknown, depth: number, limits: (typeof TRIES)[number]): unknown {
  if (typeof value === 'string') return makeStorable(value.slice(0, limits.text))
  if (typeof value !== 'object' || value === null) return value
  if (depth === 0) return '…'
  if (Array.isArray(value)) return value.slice(0, limits.items).map((one) => cut(one, depth - 1, limits))
  const entries = Object.entries(value).slice(0, limits.keys)
  return Object.fromEntries(
    entries.map(([key, one]) => [makeStorable(key.slice(0, limits.text)), cut(one, depth - 1, limits)]),
  )
}
