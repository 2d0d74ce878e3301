/** `full` in `npm run test:all`, where every variant of a thing is tested; `small` in `npm test`, where some are. */
const TEST_DEPTH = process.env.TEST_DEPTH ?? 'small'
export const isFullDepth = TEST_DEPTH !== 'small'

/** How often a loop of a test goes round, by depth. A number in TEST_DEPTH multiplies `full`, for a night's search. */
export function depth(small: number, full: number): number {
  if (!isFullDepth) return small
  return TEST_DEPTH === 'full' ? full : full * Number(TEST_DEPTH)
}

/** All variants in full depth; otherwise one, chosen by `name`, so that many names together meet every variant. */
export function variants<T>(name: string, all: readonly T[]): readonly T[] {
  if (isFullDepth) return all
  const sum = [...name].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) as number)) % 65_521, 7)
  return [all[sum % all.length] as T]
}
