/**
 * A table that is read by names from outside: it has the entries it was made with and nothing else. An object's own
 * syntax would answer `constructor` or `toString` with what every object inherits.
 */
export function nullPrototypeRecord<T>(entries: Record<string, T>): Readonly<Record<string, T>> {
  return Object.freeze(Object.assign(Object.create(null), entries))
}
