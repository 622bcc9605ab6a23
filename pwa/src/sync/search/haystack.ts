/** Number of texts in the tail above which all texts are joined again. Searching a tail of this size takes a fraction of a millisecond. */
const MAX_TAIL = 2_000

/** Separator between two texts. No text and no query contains it. */
const ROW_BREAK = '\n'

/** Texts by id in one joined string with an offset table. Changed texts wait in a small tail, and their old places are skipped. */
export class Haystack {
  private joined = ''
  private starts = new Uint32Array(0)
  private ids: string[] = []
  /** Built at the first change, because a till that only searches needs none. */
  private slots: Map<string, number> | null = null
  private dead = new Uint8Array(0)
  private readonly tail = new Map<string, string>()

  constructor(ids: readonly string[], texts: readonly string[]) {
    this.build(ids, texts)
  }

  /** Replaces the text of an id; null removes it. */
  set(id: string, text: string | null): void {
    this.slots ??= new Map(this.ids.map((each, slot) => [each, slot]))
    const slot = this.slots.get(id)
    if (slot !== undefined && this.dead[slot] === 0) {
      if (text !== null && this.textAt(slot) === text) return
      this.dead[slot] = 1
    }
    if (text === null) this.tail.delete(id)
    else this.tail.set(id, text)
    if (this.tail.size > MAX_TAIL) this.rebuild()
  }

  /** Passes to `take`, once each, the ids whose text contains `wanted`, until `take` answers false. `wanted` must not be empty. */
  find(wanted: string, take: (id: string) => boolean): void {
    let from = 0
    for (;;) {
      const at = this.joined.indexOf(wanted, from)
      if (at < 0) break
      const slot = this.slotAt(at)
      if (this.dead[slot] === 0 && !take(this.ids[slot] as string)) return
      if (slot + 1 >= this.ids.length) break
      from = this.starts[slot + 1] as number
    }
    for (const [id, text] of this.tail) if (text.includes(wanted) && !take(id)) return
  }

  private textAt(slot: number): string {
    const end = slot + 1 < this.ids.length ? (this.starts[slot + 1] as number) - ROW_BREAK.length : this.joined.length
    return this.joined.slice(this.starts[slot], end)
  }

  /** The last slot that starts at or before `position`. */
  private slotAt(position: number): number {
    let low = 0
    let high = this.ids.length - 1
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      if ((this.starts[middle] as number) <= position) low = middle
      else high = middle - 1
    }
    return low
  }

  private build(ids: readonly string[], texts: readonly string[]): void {
    this.ids = [...ids]
    this.starts = new Uint32Array(ids.length)
    this.dead = new Uint8Array(ids.length)
    this.slots = null
    let start = 0
    texts.forEach((text, slot) => {
      this.starts[slot] = start
      start += text.length + ROW_BREAK.length
    })
    this.joined = texts.join(ROW_BREAK)
  }

  private rebuild(): void {
    const ids: string[] = []
    const texts: string[] = []
    this.ids.forEach((id, slot) => {
      if (this.dead[slot] !== 0) return
      ids.push(id)
      texts.push(this.textAt(slot))
    })
    for (const [id, text] of this.tail) {
      ids.push(id)
      texts.push(text)
    }
    this.tail.clear()
    this.build(ids, texts)
  }
}
