/**
 * How often a loop of a test goes round: `small` in `npm test`, `full` in `npm run test:all`. TEST_DEPTH is 'full' there;
 * a number in it multiplies `full`, for a night's search.
 */
export function depth(small: number, full: number): number {
  const { TEST_DEPTH = 'small' } = process.env
  if (TEST_DEPTH === 'small') return small
  return TEST_DEPTH === 'full' ? full : full * Number(TEST_DEPTH)
}
