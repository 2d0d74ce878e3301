/** The last one that passes; Array.prototype.findLast is younger than iOS 15. */
export function findLast<T>(list: readonly T[], passes: (item: T) => boolean): T | undefined {
  for (let at = list.length - 1; at >= 0; at--) {
    const item = list[at] as T
    if (passes(item)) return item
  }
  return undefined
}
