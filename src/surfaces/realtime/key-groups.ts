/** Sets by key. A key with a single member costs no set: most people have one socket. */
export class KeyGroups<Member extends object> {
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

  all(): Member[] {
    return [...this.#groups.values()].flatMap((known) => (known instanceof Set ? [...known] : [known]))
  }
}

/** Groups within stores. A member costs one entry: its key is the string that it has anyway, without the store's id. */
export class StoreGroups<Member extends object> {
  readonly #stores = new Map<string, { groups: KeyGroups<Member>; size: number }>()

  add(shopId: string, key: string, member: Member): void {
    const known = this.#stores.get(shopId)
    const store = known ?? { groups: new KeyGroups<Member>(), size: 0 }
    if (!known) this.#stores.set(shopId, store)
    const before = store.groups.size(key)
    store.groups.add(key, member)
    store.size += store.groups.size(key) - before
  }

  remove(shopId: string, key: string, member: Member): void {
    const store = this.#stores.get(shopId)
    if (!store) return
    const before = store.groups.size(key)
    store.groups.remove(key, member)
    store.size -= before - store.groups.size(key)
    if (store.size === 0) this.#stores.delete(shopId)
  }

  of(shopId: string, key: string): readonly Member[] {
    return this.#stores.get(shopId)?.groups.of(key) ?? []
  }

  ofStore(shopId: string): readonly Member[] {
    return this.#stores.get(shopId)?.groups.all() ?? []
  }

  size(shopId: string, key: string): number {
    return this.#stores.get(shopId)?.groups.size(key) ?? 0
  }

  sizeOfStore(shopId: string): number {
    return this.#stores.get(shopId)?.size ?? 0
  }

  stores(): string[] {
    return [...this.#stores.keys()]
  }
}
