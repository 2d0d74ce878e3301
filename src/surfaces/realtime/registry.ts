/** Sets by key. A key with a single member costs no set: most people have one socket. */
export class Groups<Member extends object> {
  readonly #groups = new Map<string, Member | Set<Member>>()

  add(key: string, member: Member): void {
    const known = this.#groups.get(key)
    if (known === undefined || known === member) this.#groups.set(key, member)
    else if (known instanceof Set) known.add(member)
    else this.#groups.set(key, new Set([known, member]))
  }

  /** Returns whether the key has no members left. */
  remove(key: string, member: Member): boolean {
    const known = this.#groups.get(key)
    if (known instanceof Set) known.delete(member)
    if (known === member || (known instanceof Set && known.size === 0)) this.#groups.delete(key)
    return !this.#groups.has(key)
  }

  of(key: string): readonly Member[] {
    const known = this.#groups.get(key)
    return known === undefined ? [] : known instanceof Set ? [...known] : [known]
  }

  has(key: string): boolean {
    return this.#groups.has(key)
  }

  size(key: string): number {
    const known = this.#groups.get(key)
    return known === undefined ? 0 : known instanceof Set ? known.size : 1
  }

  keys(): string[] {
    return [...this.#groups.keys()]
  }
}
