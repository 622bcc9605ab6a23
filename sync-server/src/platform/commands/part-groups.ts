/** Groups of parts that named the same rows. Parts of a group are applied together, because one may build on the rows of another. */
export class PartGroups {
  private readonly partOfKey = new Map<string, number>()
  private readonly parents: number[] = []

  /** Adds the next part with the rows that it named. */
  add(keys: Iterable<string>): void {
    const part = this.parents.length
    this.parents.push(part)
    for (const key of keys) {
      const other = this.partOfKey.get(key)
      if (other === undefined) this.partOfKey.set(key, part)
      else this.parents[this.rootOf(part)] = this.rootOf(other)
    }
  }

  /** Lists all parts whose group named one of these rows or contains one of these parts. */
  among(keys: Iterable<string>, parts: Iterable<number>): Set<number> {
    const roots = new Set([...parts].map((part) => this.rootOf(part)))
    for (const key of keys) {
      const part = this.partOfKey.get(key)
      if (part !== undefined) roots.add(this.rootOf(part))
    }
    return new Set([...this.parents.keys()].filter((part) => roots.has(this.rootOf(part))))
  }

  private rootOf(part: number): number {
    let root = part
    while (this.parents[root] !== root) root = this.parents[root] as number
    this.parents[part] = root
    return root
  }
}
